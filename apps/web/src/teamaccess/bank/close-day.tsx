import type { DayPreview } from "@wattle/contracts/reconciliation";
import { trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { NOTE } from "../parts/fields.ts";
import parts from "../parts/parts.module.css";
import { isZero, signedText } from "../parts/signed-money.ts";
import styles from "./bank.module.css";

interface CloseDayProps {
  readonly account: string;
  /** The statement's balance, `251238.68`. */
  readonly stated: string;
  readonly preview: DayPreview;
  readonly onClose: () => void;
}

/** Closes a day, with a look at what the close will say. */
export function CloseDay({ account, stated, preview, onClose }: CloseDayProps) {
  const close = trpc.ops.reconciliation.close.useMutation();
  const { date, currency, ledger_balance: books, entries, more_entries: more } = preview;
  const difference = preview.difference ?? "0.00";
  const unexplained = preview.unexplained ?? "0.00";
  const money = (amount: string): string => signedText(amount, currency);
  return (
    <ActDrawer
      title={`Close ${date}`}
      button="Close the day"
      about={
        <>
          <Facts
            facts={[
              ["Statement", money(stated)],
              ["Our books", money(books)],
              ["Difference", money(difference)],
              ["Not explained", money(unexplained)],
            ]}
          />
          {entries.length > 0 && (
            <div>
              <p className={parts["label"]}>In the books, on no statement</p>
              <ul className={styles["certain"]}>
                {entries.map(({ id, text, amount }) => (
                  <li key={id}>
                    <span>{text}</span> <strong>{money(amount)}</strong>
                  </li>
                ))}
              </ul>
              {more > 0 && <p className={parts["muted"]}>And {more} older.</p>}
            </div>
          )}
          {!isZero(unexplained) && (
            <p className={styles["warn"]}>Nothing explains {money(unexplained)}. It’s kept with the close.</p>
          )}
        </>
      }
      done={`${date} closed`}
      run={() => close.mutateAsync({ deposit_account_id: account, date, statement_balance: stated })}
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
  const reopen = trpc.ops.reconciliation.reopen.useMutation();
  return (
    <ActDrawer
      title={`Reopen ${date}`}
      button="Reopen the day"
      fields={[NOTE]}
      subject={id}
      done={`${date} reopened`}
      run={({ internal_note: note = "" }) => reopen.mutateAsync({ id, internal_note: note })}
      onClose={onClose}
    />
  );
}
