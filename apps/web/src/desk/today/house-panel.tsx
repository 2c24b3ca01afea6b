import type { Today } from "@wattle/contracts/today";
import { Panel } from "../../controls/panel.tsx";
import { Status, type StatusKind } from "../../controls/status.tsx";
import { ageText } from "../../staff/staff-words.ts";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { sendingState } from "../outbox/to-be-sent.tsx";
import { SOURCE_WORDS } from "../parts/source-words.ts";
import { useMay } from "../parts/use-may.ts";
import { useToday } from "../parts/use-today.ts";
import { useRates } from "./asked.ts";
import styles from "./today-page.module.css";

function backupState(last: Today["last_backup"], now: string): readonly [StatusKind, string] {
  if (last === null) return ["waiting", "no backup yet"];
  const age = ageText(Date.parse(now) - Date.parse(last.made_at));
  const isLate = Date.parse(now) > Date.parse(last.next_due_at);
  const text = `${age} ago, ${last.encrypted ? "encrypted" : "not encrypted"}`;
  return isLate ? ["failed", `${text}, late`] : ["done", text];
}

const state = ([kind, text]: readonly [StatusKind, string]) => <Status kind={kind}>{text}</Status>;

/** The same, as a link to where it is looked after, for those who may go there. */
const leading = (to: string, may: boolean, words: readonly [StatusKind, string]) =>
  may ? <SiteLink to={to}>{state(words)}</SiteLink> : state(words);

const VIEWS = { mail: "waiting", webhooks: "webhooks" } as const;

/** Mail that waits to be sent; it leads to the list of it. */
function Sending({ what, today }: { readonly what: keyof typeof VIEWS; readonly today: Today }) {
  return (
    <SiteLink to={`/teamaccess/outbox?view=${VIEWS[what]}`} className={styles["leads"]}>
      {state(sendingState(today[what], today.now))}
    </SiteLink>
  );
}

/** How prices, mail, webhooks, backups and the books are, as far as the server knows. */
export function HousePanel() {
  const may = useMay();
  const { data } = useToday();
  const rates = useRates();
  const close = data?.last_close;
  return (
    <Panel title="System status">
      <Facts
        facts={[
          ...(rates.data?.sources ?? []).map((source) => {
            const [kind, text] = SOURCE_WORDS[source.state];
            const age = source.age === null ? "" : `, ${source.age} s ago`;
            return [
              `Prices: ${source.name}`,
              leading("/teamaccess/markets?view=sources", may("ops.markets.list"), [kind, `${text}${age}`]),
            ] as const;
          }),
          ...(data === undefined
            ? []
            : ([
                ["Emails", <Sending key="mail" what="mail" today={data} />],
                ["Webhooks", <Sending key="webhooks" what="webhooks" today={data} />],
                ["Last backup", state(backupState(data.last_backup, data.now))],
                [
                  "Last close",
                  close == null
                    ? "no day closed yet"
                    : leading("/teamaccess/bank", may("ops.bankLines.credit"), [
                        /^-?0(\.0+)?$/.test(close.difference) ? "done" : "failed",
                        `${close.date}, difference ${close.difference} ${close.currency}`,
                      ]),
                ],
                [
                  "Second person",
                  state(data.approvals_required ? ["done", "required"] : ["failed", "approvals are off"]),
                ],
              ] as const)),
        ]}
      />
    </Panel>
  );
}
