import { Link } from "@tanstack/react-router";
import { currencyOf } from "@wattle/contracts/markets";
import { depositMethod } from "@wattle/contracts/bank-formats/formats";
import type { Transaction } from "@wattle/contracts/history";
import type { PortfolioOverview } from "@wattle/contracts/portfolio";
import { displayMoment } from "@wattle/exchange-core/display";
import type { ReactNode } from "react";
import { Panel } from "../controls/panel.tsx";
import { StepBar } from "../controls/step-bar.tsx";
import { readDraft } from "../money/draft.ts";
import { amountText, coinPrice } from "../money/price-figures.ts";
import { useFeePercent } from "../rates/use-fee-words.ts";
import { buttonClass } from "../ui/button.tsx";
import { DoneIcon } from "../ui/icons.tsx";
import styles from "./first-steps.module.css";

interface FirstStep {
  readonly key: "deposit" | "purchase" | "bank";
  readonly title: string;
  readonly done: boolean;
  readonly detail: string;
  readonly cost: string;
  /** Leads to it, as long as it is open. */
  readonly way: ReactNode;
}

/** The first of the newest transactions that fits: all of them, on a first day. */
const firstOf = (
  { recent }: PortfolioOverview,
  fits: (row: Transaction) => boolean,
): Transaction | undefined => recent.findLast((row) => row.status === "completed" && fits(row));

function depositStep(overview: PortfolioOverview): FirstStep {
  const { home, progress } = overview;
  const row = firstOf(overview, ({ transaction_type: type }) => type === "deposit");
  const draft = readDraft();
  const kept = draft?.from === home ? draft.amount : undefined;
  const method = row && depositMethod(row.credit_currency, row.payment_method)?.title;
  const arrived =
    row && `${amountText(row.debit, row.debit_currency)}${method === undefined ? "" : ` by ${method}`}`;
  return {
    key: "deposit",
    title: "Add money",
    done: progress.deposited,
    detail: progress.deposited
      ? (arrived ?? "")
      : kept === undefined
        ? "Send it from your bank."
        : `We’ve kept the ${amountText(kept, home)} you entered.`,
    cost: "No fee",
    way: (
      <Link
        to="/dashboard/deposit-money"
        search={kept === undefined ? {} : { currency: home, amount: kept }}
        className={buttonClass("accent")}
      >
        {kept === undefined ? "Choose how to pay" : `Deposit ${amountText(kept, home)}`}
      </Link>
    ),
  };
}

function purchaseStep(overview: PortfolioOverview, percent: string | undefined): FirstStep {
  const { progress } = overview;
  const row = firstOf(
    overview,
    ({ transaction_type: type, debit_currency: code }) =>
      type === "exchange" && currencyOf(code)?.kind === "crypto",
  );
  const price = row?.rate == null ? undefined : coinPrice({ ...row, rate: row.rate })?.price;
  const bought =
    row && `${amountText(row.debit, row.debit_currency)}${price === undefined ? "" : ` at ${price}`}`;
  return {
    key: "purchase",
    title: "Buy your first crypto",
    done: progress.purchased,
    detail: progress.purchased ? (bought ?? "") : "You’ll see the full price before you confirm.",
    cost:
      row?.fee_amount != null && row.fee_currency !== null
        ? `Fee ${amountText(row.fee_amount, row.fee_currency)}`
        : percent === undefined
          ? ""
          : `${percent}% fee`,
    way: progress.deposited && (
      <Link to="/dashboard/currency-exchange" className={buttonClass("accent")}>
        Buy crypto
      </Link>
    ),
  };
}

function bankStep({ progress: { bank_account: account } }: PortfolioOverview): FirstStep {
  return {
    key: "bank",
    title: "Add your bank account",
    done: account !== null,
    detail:
      account === null
        ? "On hold for 24 hours, so add it now."
        : account.held_until === null
          ? `Account …${account.ending}`
          : `Account …${account.ending}. You can withdraw to it from ${displayMoment(Date.parse(account.held_until))}.`,
    cost: "",
    way: (
      <Link to="/dashboard/bank-account" className={buttonClass("quiet")}>
        Add bank account
      </Link>
    ),
  };
}

/** The three steps of a first day with what is done and what it costs; nothing once all are done. They never change places. */
export function FirstSteps({ overview }: { readonly overview: PortfolioOverview }) {
  const percent = useFeePercent();
  const steps = [depositStep(overview), purchaseStep(overview, percent), bankStep(overview)];
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  if (next === undefined) return null;
  return (
    <Panel
      title="Get started"
      aside={
        <div className={styles["done"]}>
          {done} of {steps.length} done
          <span className={styles["bar"]}>
            <StepBar steps={steps.length} reached={done} />
          </span>
        </div>
      }
    >
      <ol className={styles["steps"]} aria-label="Get started">
        {steps.map((step, index) => (
          <Step key={step.key} step={step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </Panel>
  );
}

interface StepProps {
  readonly step: FirstStep;
  readonly number: number;
  readonly isNext: boolean;
}

function Step({ step: { title, detail, cost, done, way }, number, isNext }: StepProps) {
  return (
    <li className={styles["step"]} data-done={done || undefined} aria-current={isNext ? "step" : undefined}>
      <span className={styles["mark"]} aria-hidden="true">
        {done ? <DoneIcon size={20} /> : number}
      </span>
      <div>
        <p className={styles["title"]}>
          {done && <span className="visually-hidden">Done: </span>}
          {title}
        </p>
        {detail !== "" && <p className={styles["detail"]}>{detail}</p>}
      </div>
      <div className={styles["end"]}>
        {cost !== "" && <span className={styles["cost"]}>{cost}</span>}
        {!done && way}
      </div>
    </li>
  );
}
