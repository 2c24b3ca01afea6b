import { accountLine, accountNumbers, bankText } from "@wattle/contracts/bank-account-rules";
import type { TransactionDetail } from "@wattle/contracts/history";
import { asSentence } from "@wattle/contracts/sentence";
import { useBrand } from "../brand/brand.tsx";
import { Facts } from "../ui/facts.tsx";
import { CancelButton } from "../history/cancel-button.tsx";
import { ChainTransaction } from "../history/chain-transaction.tsx";
import { WholeAddress } from "../money/coin-address.tsx";
import { amountText } from "../money/price-figures.ts";
import { STATUS_WORDS } from "../history/statuses.ts";
import { isVoid } from "../history/transaction-words.ts";
import { useTransaction } from "../history/use-transaction.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Panel } from "../controls/panel.tsx";
import { CopyRow } from "../controls/copy-row.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { AlertIcon } from "../ui/icons.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { Sealed } from "../ui/sealed.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Status } from "../controls/status.tsx";
import { Timeline } from "../controls/timeline.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { withdrawalSteps } from "./withdrawal-steps.ts";
import styles from "./withdrawals.module.css";

const another = (
  <SiteLink to="/dashboard/withdraw-money" className={buttonClass("quiet")}>
    Make another withdrawal
  </SiteLink>
);

/** Why it was not paid, as staff wrote it: `Reason: The account is closed.` */
const reasonText = (reason: string | null | undefined): string | null =>
  reason == null ? null : `Reason: ${asSentence(reason)}`;

/** Result: that all went well so far, as after an exchange, or why not and where the money is. */
function Outcome({ data }: { readonly data: TransactionDetail }) {
  const money = amountText(data.credit, data.credit_currency);
  switch (data.status) {
    case "requested":
      return <Sealed title={`${money} set aside`}>Reserved for this withdrawal.</Sealed>;
    case "sent":
      return <Sealed title={`${money} sent`}>The network confirms it next.</Sealed>;
    case "completed":
      return (
        <Sealed title={`${money} paid`}>
          {data.coin_payee === null ? "Your bank credits it next." : "The wallet has received it."}
        </Sealed>
      );
    case "rejected":
    case "returned":
      return (
        <Sealed title={`${money} is back in your balance`} mark={<AlertIcon size={32} />}>
          {reasonText(data.events.at(-1)?.reason)}
        </Sealed>
      );
    default:
      return null;
  }
}

function destination({ bank_account: account, coin_payee: payee }: TransactionDetail): string {
  if (payee !== null) return payee.label;
  return account === null ? "your bank account" : accountLine(account);
}

/** State of a withdrawal, followed as long as it is under way. */
export function WithdrawalStateScreen({ id }: { readonly id: string }) {
  const withdrawal = useTransaction(id);
  const { data } = withdrawal;
  const { times } = useBrand();
  if (data === undefined || data.transaction_type !== "withdraw") {
    const unknown = (
      <EmptyState title="We couldn’t find this withdrawal" action={another}>
        Check the link, or look in your{" "}
        <SiteLink to="/dashboard/transactions-history">transactions history</SiteLink>.
      </EmptyState>
    );
    return (
      <>
        <ScreenHead title="Withdraw money" />
        <Card>
          <Loaded query={withdrawal} what="your withdrawal" lines={6} failed={unknown}>
            {() => unknown}
          </Loaded>
        </Card>
      </>
    );
  }
  const { kind, word } = STATUS_WORDS[data.status];
  const { bank_account: account, coin_payee: payee } = data;
  const isBack = data.status === "rejected" || data.status === "returned";
  const money = amountText(data.credit, data.credit_currency);
  return (
    <>
      <ScreenHead
        title={`Withdrawal of ${money}`}
        lead={`To ${destination(data)}.`}
        aside={
          <output>
            <Status kind={kind}>{word}</Status>
          </output>
        }
      />
      <div className={styles["screen"]}>
        <Card className={styles["card"]}>
          <Outcome data={data} />
          <CopyRow label="Reference" value={data.reference} />
          <Facts
            facts={[
              [
                isVoid(data) ? "Amount" : payee === null ? "You receive" : "The wallet receives",
                amountText(isVoid(data) ? data.credit : data.debit, data.debit_currency),
              ],
              data.fee_amount === null
                ? ["Fee", "No fee"]
                : ["Network fee", amountText(data.fee_amount, data.credit_currency)],
              ...(payee === null
                ? []
                : ([["Address", <WholeAddress key="address" address={payee.address} />]] as const)),
              ...(data.txid === null
                ? []
                : ([
                    [
                      "Network transaction",
                      <ChainTransaction key="txid" txid={data.txid} currency={data.debit_currency} />,
                    ],
                  ] as const)),
              ...(account === null
                ? []
                : ([
                    ["To", account.account_name],
                    ["Bank", bankText(account)],
                    ["Account", accountNumbers(account)],
                  ] as const)),
              ...(data.bank_reference === null ? [] : ([["Bank reference", data.bank_reference]] as const)),
            ]}
          />
          <div className={styles["buttons"]}>
            {isBack && payee === null && (
              <SiteLink to="/dashboard/bank-account" className={buttonClass("primary")}>
                Check your bank account
              </SiteLink>
            )}
            {another}
            {data.being_paid && <p>We’re paying it now. Too late to cancel.</p>}
            {data.status === "requested" && !data.being_paid && (
              <CancelButton transaction={data}>
                <p>The full {money} goes straight back to your balance.</p>
              </CancelButton>
            )}
          </div>
        </Card>
        <Panel title={data.status === "requested" ? "What happens next" : "What has happened"}>
          <Timeline label="Withdrawal progress" steps={withdrawalSteps(data, times)} />
        </Panel>
      </div>
    </>
  );
}
