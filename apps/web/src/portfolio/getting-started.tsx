import { Link } from "@tanstack/react-router";
import type { PortfolioOverview } from "@wattle/contracts/portfolio";
import { Panel } from "../controls/panel.tsx";
import { Timeline } from "../controls/timeline.tsx";
import { readDraft } from "../money/draft.ts";
import { amountText } from "../money/price-figures.ts";
import { buttonClass } from "../ui/button.tsx";
import { Guilloche } from "../ui/guilloche.tsx";
import { setupSteps, type SetupState } from "./setup-steps.ts";
import styles from "./getting-started.module.css";

/** The steps to a first purchase, each with its state. */
export function SetupList({ state }: { readonly state: SetupState }) {
  const steps = setupSteps(state);
  const done = steps.filter((step) => step.state === "done").length;
  return (
    <Panel title="Get started" aside={<p className={styles["count"]}>{`${done} of ${steps.length} done`}</p>}>
      <Timeline label="Get started" steps={steps} />
    </Panel>
  );
}

/** For a verified customer who has not bought anything yet: the one next step, and all of them. */
export function GettingStarted({
  overview,
  email,
}: {
  readonly overview: PortfolioOverview;
  readonly email: string;
}) {
  const state: SetupState = {
    email,
    emailConfirmed: true,
    identity: "verified",
    progress: overview.progress,
  };
  const steps = setupSteps(state);
  const next = steps.find((step) => step.state === "current");
  if (next === undefined) return null;
  return (
    <>
      <section className={styles["next"]} aria-labelledby="next-step">
        <Guilloche seed="personal-information" className={styles["art"]} />
        <p>Next step</p>
        <h2 id="next-step">{next.title}</h2>
        <NextStep
          step={next.key}
          home={overview.home}
          hasBankAccount={overview.progress.bank_account !== null}
        />
      </section>
      <SetupList state={state} />
    </>
  );
}

interface NextStepProps {
  readonly step: string;
  readonly home: string;
  readonly hasBankAccount: boolean;
}

function NextStep({ step, home, hasBankAccount }: NextStepProps) {
  const draft = readDraft();
  const kept = draft?.from === home ? draft.amount : undefined;
  if (step === "deposit") {
    return (
      <>
        <p>
          {kept === undefined
            ? "Send money from your bank. There’s no deposit fee."
            : `We’ve kept the ${amountText(kept, home)} you entered. There’s no deposit fee.`}
        </p>
        <div className={styles["ways"]}>
          <Link
            to="/dashboard/deposit-money"
            search={kept === undefined ? {} : { currency: home, amount: kept }}
            className={buttonClass("accent")}
          >
            {kept === undefined ? "Choose how to pay" : `Deposit ${amountText(kept, home)}`}
          </Link>
          {!hasBankAccount && (
            <Link to="/dashboard/bank-account" className={styles["other"]}>
              Add your bank account now
            </Link>
          )}
        </div>
      </>
    );
  }
  return (
    <>
      <p>You’ll see the full price before you confirm.</p>
      <div className={styles["ways"]}>
        <Link to="/dashboard/currency-exchange" className={buttonClass("accent")}>
          Buy crypto
        </Link>
      </div>
    </>
  );
}
