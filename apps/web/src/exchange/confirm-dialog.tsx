import { useEffect, useRef } from "react";
import { useStore } from "../store.ts";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { amountText, type PriceFigures } from "../money/price-figures.ts";
import { SiteLink } from "../ui/site-link.tsx";
import type { ConfirmationProps } from "./exchange-parts.ts";
import { canConfirm, offeredQuote } from "./exchange-state.ts";
import { figuresAt, figuresOf } from "./exchange-view.ts";
import { PriceBreakdown } from "../rates/price-breakdown.tsx";
import { Ring } from "../rates/rate-ring.tsx";
import styles from "./confirm-dialog.module.css";

/**
 * The popup before an exchange: the full price once more, Yes and No; closing it by any way is No. It does not restart
 * the hold: if that expires in here, Yes goes, and a new rate is offered next to the old one.
 */
export function ConfirmDialog(props: ConfirmationProps) {
  const { state, confirmation, secondsLeft, onYes, onNo } = props;
  const { phase } = confirmation;
  const no = useRef<HTMLButtonElement>(null);
  const yes = canConfirm(state) || phase === "sending";
  const offered = offeredQuote(state);
  const was = useRef(yes);
  useEffect(() => {
    // The focus that was on Yes when it went is not lost, and never starts on a Yes that has come back.
    if (was.current !== yes) no.current?.focus();
    was.current = yes;
  }, [yes]);
  const before = figuresOf(confirmation);
  const now = offered && figuresAt(confirmation.price.credit, offered);
  return (
    <Dialog
      open
      title="Confirm exchange"
      onClose={onNo}
      actions={
        <>
          <Button ref={no} kind="quiet" data-autofocus disabled={phase === "sending"} onClick={onNo}>
            No
          </Button>
          {yes && (
            <Button kind="accent" loading={phase === "sending"} onClick={onYes}>
              {phase === "unanswered" ? "Try again" : "Yes"}
            </Button>
          )}
        </>
      }
    >
      {now === undefined ? (
        <PriceBreakdown figures={before} stale={!yes} />
      ) : (
        <PriceBreakdown figures={now} before={now.debit === before.debit ? undefined : before.debit} />
      )}
      <div className={styles["state"]} aria-live="polite">
        {phase === "unanswered" && (
          <p className={styles["warning"]}>
            We don’t know if this went through. Try again: it won’t be made twice. Or look at your{" "}
            <SiteLink to="/dashboard/transactions-history">transactions history</SiteLink>.
          </p>
        )}
        {phase === "asking" && !yes && <Expired {...props} />}
      </div>
      {phase === "asking" && (yes || offered !== undefined) && (
        <Remaining secondsLeft={secondsLeft} hold={confirmation.quote.hold.left} />
      )}
    </Dialog>
  );
}

/** The rate that was to be confirmed is over: a new one is asked for, compared with it, and taken over. */
function Expired({ state, confirmation, isOutOfBounds, onRenew, onAccept }: ConfirmationProps) {
  const offered = offeredQuote(state);
  const { status } = state.rate;
  if (offered !== undefined && isOutOfBounds) {
    return <p className={styles["warning"]}>This amount no longer fits. Close this and change it.</p>;
  }
  return (
    <div className={styles["warning"]}>
      <p>
        {status === "failed" ? "No rate available right now." : "This rate has expired."}
        {offered !== undefined && (
          <> {changeText(figuresOf(confirmation), figuresAt(confirmation.price.credit, offered))}</>
        )}
      </p>
      <Button loading={status === "loading"} onClick={offered === undefined ? onRenew : onAccept}>
        {offered !== undefined ? "Use new rate" : status === "failed" ? "Try again" : "Get a new rate"}
      </Button>
    </div>
  );
}

/** Debit at the new rate next to the earlier one. */
function changeText(before: PriceFigures, now: PriceFigures): string {
  const [old, got] = [before, now].map(({ debit, debit_currency }) => amountText(debit, debit_currency));
  return old === got ? `You’d still get ${got}.` : `You’d now get ${got} instead of ${old}.`;
}

interface RemainingProps extends Pick<ConfirmationProps, "secondsLeft"> {
  /** How long the rate was held in all, in milliseconds. */
  readonly hold: number;
}

function Remaining({ secondsLeft, hold }: RemainingProps) {
  const seconds = useStore(secondsLeft, 0);
  return (
    <p className={styles["remaining"]}>
      <Ring share={Math.min(1, (seconds * 1000) / hold)} seconds={seconds} />
      <span>
        <span>{"This rate is fixed for "}</span>
        <span translate="no">{seconds}</span>
        <span>{" more seconds."}</span>
      </span>
    </p>
  );
}
