import { isZero } from "@wattle/exchange-core/decimal";
import { dayText } from "@wattle/contracts/days";
import type { DayPreview } from "@wattle/contracts/reconciliation";
import { Loaded } from "../../controls/loaded.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { classNames } from "../../ui/class-names.ts";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { NOTE, noted } from "../parts/fields.ts";
import parts from "../parts/parts.module.css";
import { signedText, sumOf } from "../parts/signed-money.ts";
import styles from "./bank.module.css";
import { lineMoney, linesText, openText } from "../parts/line-words.ts";

interface CloseDayProps {
  readonly account: string;
  /** The statement's balance, `251238.68`. */
  readonly stated: string;
  readonly preview: DayPreview;
  /** The close that a colleague has made meanwhile. */
  readonly closed: string | undefined;
  readonly onClose: () => void;
}

const MOST = 200;

/** The lines up to a day that are not used yet, each leads to its place in the list. */
function NotUsedYet({ account, preview, onClose }: Omit<CloseDayProps, "stated" | "closed">) {
  const { date: to, currency } = preview;
  const about = { deposit_account_id: account, to, limit: MOST };
  const proposed = trpc.ops.bankLines.list.useQuery({ ...about, status: "proposed" }, SHOWN_IN_PLACE);
  const unmatched = trpc.ops.bankLines.list.useQuery({ ...about, status: "unmatched" }, SHOWN_IN_PLACE);
  const query = {
    data: proposed.data && unmatched.data && ([proposed.data, unmatched.data] as const),
    isError: proposed.isError || unmatched.isError,
    refetch: () => Promise.all([proposed.refetch(), unmatched.refetch()]),
  };
  return (
    <Loaded query={query} what="the unmatched lines" lines={2}>
      {(pages) => {
        const lines = pages.flatMap(({ data }) => data);
        const isWhole = pages.every(({ next_cursor: next }) => next === null);
        return (
          lines.length > 0 && (
            <div>
              <p className={parts["label"]}>
                {isWhole
                  ? `Unmatched: ${openText(lines, currency)}`
                  : `Unmatched: more than ${linesText(lines.length)}`}
              </p>
              <ul className={styles["certain"]}>
                {lines.map((line) => (
                  <li key={line.id}>
                    <SiteLink to={`/teamaccess/bank?account=${account}&id=${line.id}`} onClick={onClose}>
                      {line.text}
                    </SiteLink>
                    <strong>{lineMoney(line)}</strong>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      }}
    </Loaded>
  );
}

/** Entries of the books that no statement shows. */
function Unstated({ entries, more_entries: more, currency }: DayPreview) {
  if (entries.length === 0) return null;
  return (
    <div>
      <p className={parts["label"]}>In the books, not on a statement</p>
      <ul className={styles["certain"]}>
        {entries.map(({ id, text, amount }) => (
          <li key={id}>
            <span>{text}</span> <strong>{signedText(amount, currency)}</strong>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={parts["muted"]}>And {more} older.</p>}
    </div>
  );
}

/**
 * Closes a day, with a preview of the close. Closing with a difference, which may be a mistyped balance, requires a
 * reason.
 */
export function CloseDay({ account, stated, preview, closed, onClose }: CloseDayProps) {
  const { date, currency, ledger_balance: books } = preview;
  const difference = preview.difference ?? "0.00";
  const unexplained = preview.unexplained ?? "0.00";
  const isEven = isZero(difference);
  const money = (amount: string): string => signedText(amount, currency);
  const day = dayText(date);
  return (
    <ActDrawer
      title={`Close ${day}`}
      button="Close the day"
      kind={isEven ? "primary" : "danger"}
      about={
        <>
          <dl className={classNames(styles["difference"], styles[isEven ? "gain" : "loss"])}>
            <dt>Difference</dt>
            <dd>{money(difference)}</dd>
          </dl>
          <Facts
            facts={[
              ["Statement", money(sumOf([books, difference]))],
              ["Our books", money(books)],
              ["Not explained", money(unexplained)],
            ]}
          />
          <NotUsedYet account={account} preview={preview} onClose={onClose} />
          <Unstated {...preview} />
          {!isZero(unexplained) && (
            <p className={styles["warn"]}>Nothing explains {money(unexplained)}. It’s kept with the close.</p>
          )}
        </>
      }
      fields={isEven ? [] : [NOTE]}
      subject={`${account} ${date}`}
      log={closed}
      late={closed !== undefined}
      done={`${day} closed`}
      call={(values) =>
        actCall("ops.reconciliation.close", {
          deposit_account_id: account,
          date,
          statement_balance: stated,
          ledger_balance: books,
          ...noted(values),
        })
      }
      onClose={onClose}
    />
  );
}

interface ReopenDayProps {
  /** The close’s identifier. */
  readonly id: string;
  readonly date: string;
  readonly onClose: () => void;
}

/** Asks for a day to be opened again. */
export function ReopenDay({ id, date, onClose }: ReopenDayProps) {
  const day = dayText(date);
  return (
    <ActDrawer
      title={`Reopen ${day}`}
      button="Reopen the day"
      fields={[NOTE]}
      subject={id}
      done={`${day} reopened`}
      call={({ internal_note: note = "" }) =>
        actCall("ops.reconciliation.reopen", { id, internal_note: note })
      }
      onClose={onClose}
    />
  );
}
