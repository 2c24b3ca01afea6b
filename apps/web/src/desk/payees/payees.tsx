import { isUnusual } from "@wattle/contracts/choices";
import type { Payout } from "@wattle/contracts/payouts";
import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { batchMoney, briefCheckText, lookFirst } from "./payout-words.ts";
import styles from "./payees.module.css";
import { Warnings } from "./warnings.tsx";

/** A payment to release, whatever it goes to. */
export type PayeeRow = Pick<
  Payout["rows"][number],
  "reference" | "amount" | "customer" | "account_name" | "account" | "warnings"
>;

/** Number of payments that are in sight at first. */
const IN_SIGHT = 12;

const plain = (name: string): string => name.trim().replaceAll(/\s+/g, " ").toLowerCase();

/** Payees, amounts, accounts, and their warnings. */
function Payee({ row, currency }: { readonly row: PayeeRow; readonly currency: string }) {
  const { account_name: name, account, amount, customer, warnings } = row;
  return (
    <li>
      <p className={styles["payee"]}>
        <strong>{name}</strong>
        <strong className={styles["amount"]}>{signedText(amount, currency)}</strong>
      </p>
      <p className={classNames(styles["payee"], styles["where"], parts["muted"])}>
        <span>{account}</span>
        {!isUnusual(row) && warnings.length > 0 && (
          <span className={parts["whole"]}>{briefCheckText(row)}</span>
        )}
      </p>
      {plain(name) !== plain(customer.name) && <p className={parts["muted"]}>Customer: {customer.name}</p>}
      {isUnusual(row) && <Warnings warnings={warnings} />}
    </li>
  );
}

/**
 * Every payment of a batch for the one who releases it. Payments to look at come first and are never hidden. If there
 * are many, the rest is one press away.
 */
export function Payees({
  batch,
}: {
  readonly batch: Pick<Payout, "currency" | "total"> & { readonly rows: readonly PayeeRow[] };
}) {
  const [all, setAll] = useState(false);
  const { rows, currency } = batch;
  const first = Math.max(IN_SIGHT, rows.filter(isUnusual).length);
  const shown = lookFirst(rows).slice(0, all ? rows.length : first);
  return (
    <div>
      <ul aria-label="Payments" className={styles["payees"]}>
        {shown.map((row) => (
          <Payee key={row.reference} row={row} currency={currency} />
        ))}
      </ul>
      {rows.length > first && (
        <Button kind="quiet" className={parts["small"]} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${rows.length}`}
        </Button>
      )}
      <p className={styles["sum"]}>
        <span>Total</span>
        <strong className={styles["amount"]}>{batchMoney(batch)}</strong>
      </p>
    </div>
  );
}
