import type { Payout } from "@wattle/contracts/payouts";
import { Panel } from "../../controls/panel.tsx";
import { Status, type StatusKind } from "../../controls/status.tsx";
import { Card } from "../../ui/card.tsx";
import { Fold } from "../../ui/fold.tsx";
import { isZero, negate } from "@wattle/exchange-core/decimal";
import { countText, sumOf } from "../parts/signed-money.ts";
import styles from "../payees/payees.module.css";

/** Checks of each payment by the server: the warning, how it reads if no payment has it, and if some have. */
const CHECKS: readonly (readonly [warning: RegExp, none: string, some: string])[] = [
  [/blocked or on hold$/, "No customer is blocked or on hold", "blocked or on hold"],
  [/^The customer is (?!blocked or)/, "Every customer is verified", "not verified"],
  [/^The books have/, "The books have the same amounts", "booked with another amount"],
  [/^Account in another name$/, "Every account is in the customer’s name", "in another name"],
  [
    /customers have this account$/,
    "No account belongs to several customers",
    "to an account of several customers",
  ],
  [/has removed this account$/, "No account was removed since", "to an account removed since"],
  [/^The account was added/, "No account is newer than a week", "to an account newer than a week"],
  [/^The bank's file/, "The bank’s file can have every name", "with a name that the bank’s file changes"],
];

/** A check by the system, and what came of it. */
export type BatchCheck = readonly [StatusKind, string];

/** Each check of a batch with its result: what needs a look says how many payments it is about. */
export function checksOf({ rows, total }: Pick<Payout, "rows" | "total">): readonly BatchCheck[] {
  if (rows.length === 0) return [];
  const addsUp = isZero(sumOf([total, ...rows.map(({ amount }) => negate(amount))]));
  return [
    addsUp ? ["done", "Payments add up to the total"] : ["failed", "Payments don’t add up to the total"],
    ...CHECKS.map(([pattern, none, some]): BatchCheck => {
      const count = rows.filter(({ warnings }) => warnings.some((text) => pattern.test(text))).length;
      return count === 0 ? ["done", none] : ["risk", `${countText(count)} ${some}`];
    }),
  ];
}

interface BatchChecksProps {
  readonly checks: readonly BatchCheck[];
  /** Behind a line that says how many need a look. */
  readonly folded?: boolean;
}

/** Checks of a batch by the system; nothing if there was nothing to check. */
export function BatchChecks({ checks, folded = false }: BatchChecksProps) {
  if (checks.length === 0) return null;
  const list = (
    <ul className={styles["checks"]}>
      {checks.map(([kind, text]) => (
        <li key={text}>
          <Status kind={kind} quiet={kind === "done"}>
            {text}
          </Status>
        </li>
      ))}
    </ul>
  );
  if (!folded) return <Panel title="Checked by the system">{list}</Panel>;
  const doubts = checks.filter(([kind]) => kind !== "done").length;
  return (
    <Card>
      <Fold
        summary={
          doubts === 0 ? (
            <Status kind="done" quiet>
              All {checks.length} checks passed
            </Status>
          ) : (
            <Status kind="risk">
              {doubts} of {checks.length} checks need a look
            </Status>
          )
        }
      >
        {list}
      </Fold>
    </Card>
  );
}
