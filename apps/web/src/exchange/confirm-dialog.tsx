import { useEffect, useRef } from "react";
import { useStore } from "../store.ts";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import type { ConfirmationProps } from "./exchange-form.tsx";
import { canConfirm } from "./exchange-state.ts";
import { figuresOf } from "./exchange-view.ts";
import { PriceBreakdown } from "../rates/price-breakdown.tsx";
import styles from "./confirm-dialog.module.css";

/**
 * The popup before an exchange: the full price once more, Yes and No; closing it by any way is No. It does not restart
 * the hold: if that expires in here, Yes goes and the reason takes its place.
 */
export function ConfirmDialog({ state, confirmation, secondsLeft, onYes, onNo }: ConfirmationProps) {
  const { phase } = confirmation;
  const no = useRef<HTMLButtonElement>(null);
  const yes = canConfirm(state) || phase === "sending";

  useEffect(() => {
    // The focus that was on Yes when it went is not lost.
    if (!yes) no.current?.focus();
  }, [yes]);

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
      <PriceBreakdown figures={figuresOf(confirmation)} stale={!yes} />
      <div className={styles["state"]} aria-live="polite">
        {phase === "unanswered" && (
          <p className={styles["warning"]}>
            No answer came, so it is not known whether this exchange went through. Try again: it will not be
            made twice. Or look at your{" "}
            <SiteLink to="/dashboard/transactions-history">transactions history</SiteLink>.
          </p>
        )}
        {phase === "asking" && !yes && (
          <p className={styles["warning"]}>
            The rate is no longer held, so this exchange cannot be made. Close this and update the rate.
          </p>
        )}
      </div>
      {phase === "asking" && yes && <Remaining secondsLeft={secondsLeft} />}
    </Dialog>
  );
}

function Remaining({ secondsLeft }: Pick<ConfirmationProps, "secondsLeft">) {
  const seconds = useStore(secondsLeft, 0);
  return <p className={styles["remaining"]}>This rate is fixed for {seconds} more seconds.</p>;
}
