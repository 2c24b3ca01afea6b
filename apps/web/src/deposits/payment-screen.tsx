import { Link } from "@tanstack/react-router";
import { depositMethod } from "@wattle/contracts/bank-formats/formats";
import { depositTime } from "@wattle/contracts/staff-times";
import type { TransactionDetail } from "@wattle/contracts/history";
import { limitTexts } from "../markets/limits.ts";
import { useBrand } from "../brand/brand.tsx";
import { CancelButton } from "../history/cancel-button.tsx";
import { purchaseWith } from "../exchange/exchange-search.ts";
import { amountText } from "../money/price-figures.ts";
import { STATUS_WORDS } from "../history/statuses.ts";
import { useTransaction } from "../history/use-transaction.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Panel } from "../controls/panel.tsx";
import { CopyRow } from "../controls/copy-row.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Fold } from "../ui/fold.tsx";
import { AlertIcon } from "../ui/icons.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Status } from "../controls/status.tsx";
import { Timeline } from "../controls/timeline.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { depositSteps } from "./deposit-steps.ts";
import { Facts } from "../ui/facts.tsx";
import { OpenDeposits } from "./open-deposits.tsx";
import { accountFor, paymentFields } from "./payment-fields.ts";
import { QrCode } from "../ui/qr-code.tsx";
import { Sealed } from "../ui/sealed.tsx";
import { Unbroken } from "../ui/unbroken.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import styles from "./payment-screen.module.css";

interface PaymentScreenProps {
  /** The deposit to pay; without one the open deposits are listed. */
  readonly id: string | undefined;
  /** The page's heading while no deposit is shown. */
  readonly title: string;
}

/** How to pay a deposit, every field ready to be copied, and what has become of it. */
export function PaymentScreen({ id, title }: PaymentScreenProps) {
  if (id === undefined) return <NothingChosen title={title} />;
  return <PaymentOf key={id} id={id} title={title} />;
}

const newDeposit = (
  <SiteLink to="/dashboard/deposit-money" className={buttonClass("primary")}>
    Start a deposit
  </SiteLink>
);

function NothingChosen({ title }: { readonly title: string }) {
  return (
    <>
      <ScreenHead title={title} lead="Choose a deposit to pay, or start a new one." />
      <div className={styles["chosen"]}>
        <OpenDeposits />
        <Card>
          <EmptyState title="Every payment needs a reference" action={newDeposit}>
            Start a deposit to get your reference.
          </EmptyState>
        </Card>
      </div>
    </>
  );
}

function PaymentOf({ id, title }: { readonly id: string; readonly title: string }) {
  const deposit = useTransaction(id);
  if (deposit.data === undefined || deposit.data.transaction_type !== "deposit") {
    const unknown = (
      <EmptyState title="We couldn’t find this deposit" action={newDeposit}>
        Check the link, or look in your{" "}
        <SiteLink to="/dashboard/transactions-history">transactions history</SiteLink>.
      </EmptyState>
    );
    return (
      <>
        <ScreenHead title={title} />
        <Card>
          <Loaded query={deposit} what="your deposit" lines={8} failed={unknown}>
            {() => unknown}
          </Loaded>
        </Card>
      </>
    );
  }
  return <Payment deposit={deposit.data} />;
}

interface DepositProps {
  readonly deposit: TransactionDetail;
}

function Heading({ deposit: { status, payment_method, credit, credit_currency } }: DepositProps) {
  const money = <Unbroken>{amountText(credit, credit_currency)}</Unbroken>;
  if (status === "completed") return <>{money} has arrived</>;
  if (status !== "awaiting_payment") return <>Deposit of {money}</>;
  const way = depositMethod(credit_currency, payment_method);
  return (
    <>
      Pay {money}
      {way !== undefined && ` by ${way.title}`}
    </>
  );
}

function Payment({ deposit }: DepositProps) {
  const { times } = useBrand();
  const open = deposit.status === "awaiting_payment";
  const { kind, word } = STATUS_WORDS[deposit.status];
  return (
    <>
      <ScreenHead
        title={<Heading deposit={deposit} />}
        lead={open ? "Use these details exactly as shown. No fee." : `Reference ${deposit.reference}`}
        aside={
          <output>
            <Status kind={kind}>{word}</Status>
          </output>
        }
      />
      <div className={styles["screen"]}>
        <div className={styles["main"]}>
          {open ? <Instructions deposit={deposit} /> : <Settled deposit={deposit} />}
        </div>
        <div className={styles["companion"]}>
          <Panel title={open ? "What happens next" : "What has happened"}>
            <Timeline label="Deposit progress" steps={depositSteps(deposit, times)} />
          </Panel>
          {open && (
            <div className={styles["cancel"]}>
              <CancelButton transaction={deposit}>
                <p>Already paid? Don’t cancel. We’ll credit it.</p>
              </CancelButton>
            </div>
          )}
        </div>
      </div>
    </>
  );
}

function Instructions({ deposit }: DepositProps) {
  const { times } = useBrand();
  const accounts = trpc.deposits.systemBankAccounts.useQuery(undefined, SHOWN_IN_PLACE);
  const account = accountFor(accounts.data, deposit);
  const fields = paymentFields(deposit, account);
  const limits = limitTexts(deposit.credit_currency, "deposit");
  const way = depositMethod(deposit.credit_currency, deposit.payment_method);
  if (accounts.data === undefined) {
    return (
      <Card>
        <Loaded query={accounts} what="our bank details" lines={8} />
      </Card>
    );
  }
  if (account === undefined || way === undefined) {
    return (
      <Card>
        <EmptyState title="Payment method paused" action={newDeposit}>
          Please don’t pay. Choose another payment method.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card className={styles["instructions"]}>
      <div>
        {fields.map(([label, value], index) => (
          <div key={label}>
            <CopyRow label={label} value={value} loud={index === 0} />
            {index === 0 && (
              <p className={styles["warning"]}>
                <AlertIcon size={18} />
                <span>Add this reference so we can match your payment.</span>
              </p>
            )}
          </div>
        ))}
      </div>
      <Scan text={fields.map(([label, value]) => `${label}: ${value}`).join("\n")} />
      <Facts
        facts={[
          ["Fee", "No fee"],
          ["Usual time", depositTime(times, account.method)],
          ...(limits === undefined ? [] : ([["Limits", `${limits.min} to ${limits.max}`]] as const)),
        ]}
      />
    </Card>
  );
}

/** The same details for another device. On a phone, which rarely needs it, it is folded. */
function Scan({ text }: { readonly text: string }) {
  const code = <QrCode label="These details as a QR code" text={text} />;
  if (useNarrow()) {
    return (
      <Fold summary="On another device?">
        {code}
        <p className={styles["scanWords"]}>Scan to copy these details.</p>
      </Fold>
    );
  }
  return (
    <div className={styles["scan"]}>
      {code}
      <p className={styles["scanWords"]}>On another device? Scan to copy these details.</p>
    </div>
  );
}

function Settled({ deposit }: DepositProps) {
  const arrived = deposit.status === "completed";
  const balances = trpc.balances.get.useQuery(undefined, { enabled: arrived });
  const { credit, credit_currency } = deposit;
  const coin = useBrand().markets.defaultPair.credit;
  const balance = balances.data?.[credit_currency];
  return (
    <Card className={styles["instructions"]}>
      {arrived && (
        <Sealed title="In your balance">
          {balance === undefined ? (
            "You can use it now."
          ) : (
            <>
              You have <Unbroken>{amountText(balance, credit_currency)}</Unbroken> now.
            </>
          )}
        </Sealed>
      )}
      <Facts
        facts={[
          [arrived ? "Credited" : "Amount", amountText(deposit.credit, deposit.credit_currency)],
          ...(deposit.announced === null
            ? []
            : ([["Planned amount", amountText(deposit.announced, deposit.credit_currency)]] as const)),
          ["Fee", "No fee"],
          ["Reference", deposit.reference],
          ["Reference in digits", deposit.bill_reference],
          ...(deposit.bank_reference === null ? [] : ([["Bank reference", deposit.bank_reference]] as const)),
        ]}
      />
      <div className={styles["onwards"]}>
        {arrived && (
          <Link
            to="/dashboard/currency-exchange"
            search={purchaseWith(balance ?? credit, credit_currency, coin)}
            className={buttonClass("accent")}
          >
            Buy crypto
          </Link>
        )}
        <Link to="/dashboard/deposit-money" className={buttonClass("quiet")}>
          Make another deposit
        </Link>
      </div>
    </Card>
  );
}
