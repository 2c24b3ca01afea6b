import type { StaffProcedure } from "@wattle/contracts/staff-access";
import { Panel } from "../../controls/panel.tsx";
import { STATUS_WORDS } from "../../history/statuses.ts";
import { buttonClass } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { doneText } from "../parts/act-sentences.ts";
import type { TransactionRecord } from "../parts/answers.ts";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { useMay } from "../parts/use-may.ts";
import styles from "./transactions.module.css";

/** Place of the next act, by the state that waits for it. */
const NEXT: Partial<Record<TransactionRecord["status"], readonly [StaffProcedure, string, string]>> = {
  awaiting_payment: [
    "ops.deposits.confirm",
    "/teamaccess/deposits?row=",
    "Credit it by hand, or let it expire",
  ],
  requested: ["ops.withdrawals.complete", "/teamaccess/payouts?row=", "Pay or reject it"],
};

/** Changes and acts of staff, oldest first: who, and the second person, and the reason that they gave. */
const happenedOf = ({ events, audit }: TransactionRecord): (readonly [at: string, what: string])[] =>
  [
    ...events.map(
      ({ created_at: at, to_status: to, reason }) =>
        [at, [STATUS_WORDS[to].word, reason].filter(Boolean).join(": ")] as const,
    ),
    ...audit.map((line) => {
      const { internal_note: note } = line.details;
      const act = doneText(line);
      return [line.created_at, typeof note === "string" ? `${act}: ${note}` : act] as const;
    }),
  ].toSorted(([a], [b]) => a.localeCompare(b));

/** The way of a transaction as a rail, under the reason for its state and the one act that comes next. */
export function Story({ record }: { readonly record: TransactionRecord }) {
  const may = useMay();
  const next = NEXT[record.status];
  const happened = happenedOf(record);
  const reason = record.events.at(-1)?.reason ?? "";
  const mayGoOn = next !== undefined && may(next[0]);
  if (happened.length === 0 && !mayGoOn) return null;
  return (
    <Panel title="What happened">
      <div className={parts["form"]}>
        {reason !== "" && <p className={styles["reason"]}>{reason}</p>}
        {mayGoOn && (
          <p>
            <SiteLink
              to={`${next[1]}${record.reference}`}
              className={classNames(buttonClass("primary"), parts["small"])}
            >
              {next[2]}
            </SiteLink>
          </p>
        )}
        <ol className={styles["rail"]}>
          {happened.map(([at, what]) => (
            <li key={`${at} ${what}`}>
              <time dateTime={at}>{momentText(at)}</time>
              <span>{what}</span>
            </li>
          ))}
        </ol>
      </div>
    </Panel>
  );
}
