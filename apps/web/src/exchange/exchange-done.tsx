import { Link } from "@tanstack/react-router";
import type { Transaction } from "@wattle/contracts/history";
import { currencyOf } from "@wattle/contracts/markets";
import { displayTime } from "@wattle/exchange-core/display";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { amountText, coinPrice } from "../money/price-figures.ts";
import { buttonClass } from "../ui/button.tsx";
import { cardClass } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { Facts } from "../ui/facts.tsx";
import { Unbroken } from "../ui/unbroken.tsx";
import { Seal } from "../ui/seal.tsx";
import styles from "./exchange-done.module.css";

interface ExchangeDoneProps {
  readonly done: Transaction;
  readonly onAgain: () => void;
}

/** The last exchange, its amounts, and ways to go on. The focus comes to its heading. */
export function ExchangeDone({ done, onAgain }: ExchangeDoneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), []);
  const bought = currencyOf(done.credit_currency)?.kind === "fiat";
  const paid = amountText(done.credit, done.credit_currency);
  const got = amountText(done.debit, done.debit_currency);
  return (
    <section aria-labelledby={id} className={classNames(cardClass(), styles["done"])}>
      <div className={styles["head"]}>
        <Seal />
        <div>
          <h2 ref={heading} id={id} tabIndex={-1} className={styles["title"]}>
            You {bought ? "bought" : "sold"}{" "}
            <span translate="no" className={styles["amount"]}>
              {bought ? got : paid}
            </span>
          </h2>
          <p className={styles["for"]}>
            for {bought ? paid : got}. {bought ? "It’s" : "The money is"} in your balance.
          </p>
        </div>
      </div>
      <Facts facts={factsOf(done)} />
      <div className={styles["onwards"]}>
        <Link
          to="/dashboard/personal-information"
          className={classNames(buttonClass("primary"), styles["first"])}
        >
          Go to overview
        </Link>
        <Link
          to="/dashboard/transactions-history/receipt"
          search={{ id: done.id }}
          className={buttonClass("quiet")}
        >
          See receipt
        </Link>
        <Button kind="quiet" onClick={onAgain}>
          {bought ? "Buy again" : "Sell again"}
        </Button>
      </div>
    </section>
  );
}

/** The price as it was, when it was, and what to call it. */
function factsOf({ fee, fee_amount, rate, ...done }: Transaction): (readonly [string, ReactNode])[] {
  const coin = rate === null ? undefined : coinPrice({ ...done, rate });
  return [
    ...(fee === null || fee_amount === null
      ? []
      : ([[`Our fee, ${fee}%`, amountText(fee_amount, done.credit_currency)]] as const)),
    ...(coin === undefined ? [] : ([[`Rate per ${coin.coin}`, coin.price]] as const)),
    ["Time", displayTime(Date.parse(done.created_at))],
    ["Reference", <Unbroken key="reference">{done.reference}</Unbroken>],
  ];
}
