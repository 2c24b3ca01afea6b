import type { AuditLine } from "@wattle/contracts/desk";
import type { RowKind } from "@wattle/contracts/presence";
import { localDay } from "@wattle/contracts/days";
import { Loaded } from "../../controls/loaded.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { tickText } from "../../ui/moments.ts";
import { actSentence } from "../parts/act-sentences.ts";
import { aboutOf, actorText, secondText } from "../parts/audit-words.ts";
import { Key } from "../parts/key.tsx";
import { useColleagues } from "../parts/presence.tsx";
import { useMay } from "../parts/use-may.ts";
import { useServerTime } from "../parts/use-today.ts";
import { deskZone } from "../parts/zone.ts";
import { useNewestActs } from "./asked.ts";
import styles from "./today-page.module.css";

const ROW_WORDS: Readonly<Record<RowKind, string>> = {
  customer: "a customer",
  recovery: "a login recovery",
  bank_line: "a bank line",
  deposit: "a deposit",
  arrival: "coins that arrived",
  card_payment: "a card payment",
  withdrawal: "a payout",
  payout: "a payout batch",
  coin_payout: "a batch of coins",
  receivable: "what a customer owes",
  case: "a case",
  filing: "a report",
  rule: "a rule",
  approval: "an approval",
  enquiry: "an enquiry",
};

/** Colleagues with a row open, and its kind; nothing if there are none. */
export function AtTheDesk() {
  const colleagues = useColleagues();
  if (colleagues.length === 0) return null;
  return (
    <section aria-label="At the desk">
      <h2 className={styles["title"]}>At the desk</h2>
      <ul className={styles["lines"]}>
        {colleagues.map(({ kind, id, first_name: name, role }) => (
          <li key={`${id} ${name}`}>
            <strong>{name}</strong>
            <span>{`${role}, looking at ${ROW_WORDS[kind]}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lines of the log that are one here. */
interface DoneAct extends AuditLine {
  readonly times: number;
}

const PHOTO_SEEN = "document.read";
const CASE_OPENED = "case.opened";

const isSame = (a: AuditLine, b: AuditLine): boolean =>
  a.actor === b.actor && a.action === b.action && aboutOf(a) === aboutOf(b);

/**
 * Every photo that shows is a line of the log, and every case: here the photos of one person that follow each other are one
 * line, and so are the cases that rules and lists have opened, wherever they are.
 */
function collapsed(lines: readonly AuditLine[]): DoneAct[] {
  const acts: DoneAct[] = [];
  for (const line of lines) {
    const last = acts.at(-1);
    const same =
      line.action === CASE_OPENED
        ? acts.findIndex((act) => act.action === CASE_OPENED && act.actor === line.actor)
        : last !== undefined && line.action === PHOTO_SEEN && isSame(last, line)
          ? acts.length - 1
          : -1;
    const act = acts[same];
    if (act === undefined) acts.push({ ...line, times: 1 });
    else acts[same] = { ...act, times: act.times + 1 };
  }
  return acts;
}

const MOST_SHOWN = 9;

/** Acts of today, by anyone, newest first. @param me the member of staff who looks */
export function DoneToday({ me }: { readonly me: string }) {
  const may = useMay();
  const now = useServerTime();
  const acts = useNewestActs();
  const day = (at: number): string => localDay(BigInt(at), deskZone());
  return (
    <section aria-label="Done today">
      <h2 className={styles["title"]}>
        Done today
        {may("ops.audit.list") && (
          <SiteLink to="/teamaccess/audit">
            All <Key>g u</Key>
          </SiteLink>
        )}
      </h2>
      <Loaded query={acts} what="the newest actions">
        {({ data }) => (
          <ol className={styles["lines"]}>
            {collapsed(data.filter(({ created_at: at }) => day(Date.parse(at)) === day(now)))
              .slice(0, MOST_SHOWN)
              .map((act) => (
                <Done key={act.id} act={act} me={me} />
              ))}
          </ol>
        )}
      </Loaded>
    </section>
  );
}

function Done({ act, me }: { readonly act: DoneAct; readonly me: string }) {
  const { action, actor, created_at: at, times } = act;
  const [verb, subject] = actSentence(act);
  return (
    <li>
      <time dateTime={at}>{tickText(Date.parse(at), 0, deskZone())}</time>
      <span>
        {action === CASE_OPENED && times > 1 ? (
          `${times} cases opened`
        ) : (
          <>
            {actor === me ? "You" : actorText(act)} {verb}
            {subject !== "" && (
              <>
                {" "}
                <strong>{subject}</strong>
              </>
            )}
            {times > 1 && `, ${times} photos`}
            {secondText(act)}
          </>
        )}
      </span>
    </li>
  );
}
