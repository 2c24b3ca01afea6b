import { displayTime } from "@wattle/exchange-core/display";
import type { Receipt } from "@wattle/contracts/receipts";
import { midSentence } from "@wattle/contracts/staff-times";
import { useEffect, type ReactNode } from "react";
import { useBrand } from "../brand/brand.tsx";
import { classNames } from "../ui/class-names.ts";
import { Facts } from "../ui/facts.tsx";
import { amountText, coinPrice } from "../money/price-figures.ts";
import { alertFailure } from "../failed-call.ts";
import { ChainTransaction } from "../history/chain-transaction.tsx";
import { TYPE_WORDS } from "../history/history-search.ts";
import { STATUS_WORDS } from "../history/statuses.ts";
import { amountFacts } from "../history/transaction-words.ts";
import { PAYMENT_METHODS } from "@wattle/contracts/payment-methods";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Panel } from "../controls/panel.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Logo } from "../ui/logo.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Unbroken } from "../ui/unbroken.tsx";
import { Status } from "../controls/status.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { useChecked } from "./check-steps.tsx";
import { QuoteProof } from "./quote-proof.tsx";
import paper from "./receipt-paper.module.css";
import styles from "./receipt-page.module.css";
import { SignatureLine } from "./signature-line.tsx";

const history = (
  <SiteLink to="/dashboard/transactions-history" className={buttonClass("quiet")}>
    All transactions
  </SiteLink>
);

/** The receipt of one transaction: its figures, the signed rate with a way to check it, and the books' entries. Prints on one page. */
export function ReceiptPage({ id }: { readonly id: string | undefined }) {
  const receipt = trpc.receipts.get.useQuery(
    { id: id ?? "" },
    { ...SHOWN_IN_PLACE, enabled: id !== undefined },
  );
  useEffect(() => {
    if (receipt.error !== null) alertFailure("Get transactions", receipt.error);
  }, [receipt.error]);
  if (receipt.data !== undefined) return <Shown receipt={receipt.data} />;
  return (
    <>
      <ScreenHead title="Receipt" />
      <Card>
        <Loaded
          query={{ ...receipt, isError: id === undefined || receipt.isError }}
          what="your receipt"
          lines={8}
          failed={
            <EmptyState title="We couldn’t find this receipt" action={history}>
              Check the link, or look in your transactions history.
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}

type Fact = readonly [string, ReactNode];

const timeText = (iso: string): string => displayTime(Date.parse(iso));

function factsOf({ transaction, customer }: Receipt): readonly Fact[] {
  const { rate, fee, fee_amount, fee_currency, converted } = transaction;
  const priced = rate !== null && fee !== null && fee_amount !== null && converted !== null;
  const coin = priced ? coinPrice({ ...transaction, rate }) : undefined;
  const [first, ...rest] = amountFacts(transaction);
  const lines: (readonly [string, ReactNode])[] = [
    ...(first === undefined ? [] : [first]),
    [
      transaction.coin_payee_id === null ? "Our fee" : "Network fee",
      fee_amount !== null && fee_currency !== null
        ? amountText(fee_amount, fee_currency) + (priced ? ` (${fee}%)` : "")
        : "No fee",
    ],
    ["Converted", converted === null ? null : amountText(converted, transaction.credit_currency)],
    ["Rate", coin === undefined ? null : `${coin.price} per ${coin.coin}`],
    ...rest,
    [
      "Payment method",
      transaction.payment_method !== null && Object.hasOwn(PAYMENT_METHODS, transaction.payment_method)
        ? PAYMENT_METHODS[transaction.payment_method as keyof typeof PAYMENT_METHODS]
        : null,
    ],
    ["Bank or provider reference", transaction.bank_reference],
    [
      "Network transaction",
      transaction.txid === null ? null : (
        <ChainTransaction key="txid" txid={transaction.txid} currency={transaction.debit_currency} />
      ),
    ],
    ["Note", transaction.note],
    ["Time", timeText(transaction.created_at)],
    ["Customer", `${customer.name}, ${customer.email}`],
    ["Reference", <Unbroken key="reference">{transaction.reference}</Unbroken>],
    ["Reference in digits", transaction.bill_reference],
    [
      "Transaction ID",
      <span key="id" translate="no">
        {transaction.id}
      </span>,
    ],
  ];
  return lines.filter(([, value]) => value !== null);
}

/** The receipt itself, as on paper: whose it is, the figures, and the seal of a rate that was signed. */
function Paper({ receipt }: { readonly receipt: Receipt }) {
  const { name, legalEntity, registration, address } = useBrand();
  return (
    <section className={classNames(paper["paper"], styles["paper"])} aria-labelledby="receipt-paper">
      <div className={classNames(paper["letterhead"], styles["letterhead"])}>
        <Logo />
        <p>
          {legalEntity === name ? "" : `${legalEntity}, `}
          {registration === "" ? "" : `${registration}, `}
          {address}
        </p>
      </div>
      <h2 id="receipt-paper">Receipt</h2>
      <Facts facts={factsOf(receipt)} />
      {receipt.quote !== null && <Checked jws={receipt.quote.jws} />}
    </section>
  );
}

function Checked({ jws }: { readonly jws: string }) {
  return <SignatureLine jws={jws} verdict={useChecked(jws)?.verdict} />;
}

function Shown({ receipt }: { readonly receipt: Receipt }) {
  const { transaction, quote, entries } = receipt;
  const { kind, word } = STATUS_WORDS[transaction.status];
  return (
    <article className={styles["receipt"]}>
      <ScreenHead
        title={
          <>
            {TYPE_WORDS[transaction.transaction_type]} <Unbroken>{transaction.reference}</Unbroken>
          </>
        }
        lead={<Status kind={kind}>{word}</Status>}
        aside={
          <div className={styles["actions"]}>
            <Button kind="quiet" onClick={() => window.print()}>
              Print or save receipt
            </Button>
            {history}
          </div>
        }
      />
      <div className={styles["parts"]}>
        <Paper receipt={receipt} />
        {quote !== null && <QuoteProof quote={quote} />}
        <Panel title="Ledger entries">
          {entries.length === 0 ? (
            <p className={styles["quiet"]}>No money has moved.</p>
          ) : (
            entries.map((entry) => (
              <section key={entry.id} className={styles["entry"]}>
                <h3>{entry.description}</h3>
                <p className={styles["quiet"]}>
                  Ledger entry {entry.id}, {timeText(entry.created_at)}
                </p>
                <ul className={styles["postings"]}>
                  {entry.postings.map(({ from, to, amount, currency }, place) => (
                    // Postings have no other name than their place.
                    // oxlint-disable-next-line react/no-array-index-key
                    <li key={place}>
                      <span>
                        {from} <span className={styles["to"]}>to</span> {midSentence(to)}
                      </span>
                      <span className={styles["figure"]}>{amountText(amount, currency)}</span>
                    </li>
                  ))}
                </ul>
              </section>
            ))
          )}
        </Panel>
      </div>
    </article>
  );
}
