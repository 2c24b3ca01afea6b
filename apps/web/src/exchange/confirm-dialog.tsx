import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import { Modal } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useStore } from "../store.ts";
import { Button } from "../ui/button.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import type { ConfirmationProps } from "./exchange-form.tsx";
import { canConfirm } from "./exchange-state.ts";
import { figuresOf } from "./exchange-view.ts";
import { PriceBreakdown } from "./price-breakdown.tsx";
import styles from "./confirm-dialog.module.css";

/** Under the alerts, which may speak of what is confirmed here. */
const BELOW_ALERTS = 900;
const FADE = { transition: "fade", duration: 120 } as const;

/**
 * The popup before an exchange: the full price once more, Yes and No; closing it by any way is No. It does not restart
 * the hold: if that runs out in here, Yes goes and the reason stands in its place.
 */
export function ConfirmDialog({ state, confirmation, secondsLeft, onYes, onNo }: ConfirmationProps) {
  const { phase } = confirmation;
  const no = useRef<HTMLButtonElement>(null);
  const yes = canConfirm(state) || phase === "sending";

  useEffect(() => {
    // Whoever stood on Yes when it went is not left nowhere.
    if (!yes) no.current?.focus();
  }, [yes]);

  return (
    <Modal.Root
      opened
      onClose={onNo}
      closeOnClickOutside={false}
      // The form does it: what opened this may be shut by now.
      returnFocus={false}
      centered
      zIndex={BELOW_ALERTS}
      transitionProps={FADE}
    >
      <Modal.Overlay />
      <Modal.Content classNames={{ content: styles["content"] ?? "" }}>
        {/* Not Mantine's own header: a second banner among the page's landmarks. */}
        <div className={styles["header"]}>
          <Modal.Title className={styles["title"]}>Confirm exchange</Modal.Title>
          <Modal.CloseButton className={styles["close"]} aria-label="Close" size={44} />
        </div>
        <Modal.Body className={styles["body"]}>
          <PriceBreakdown figures={figuresOf(confirmation)} stale={!yes} />
          <div className={styles["state"]} aria-live="polite">
            {phase === "unanswered" && (
              <p className={styles["warning"]}>
                No answer came, so it is not known whether this exchange went through. Try again: it will not
                be made twice. Or look at your{" "}
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
          <div className={styles["buttons"]}>
            <Button ref={no} kind="quiet" data-autofocus disabled={phase === "sending"} onClick={onNo}>
              No
            </Button>
            {yes && (
              <Button kind="accent" loading={phase === "sending"} onClick={onYes}>
                {phase === "unanswered" ? "Try again" : "Yes"}
              </Button>
            )}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Remaining({ secondsLeft }: Pick<ConfirmationProps, "secondsLeft">) {
  const seconds = useStore(secondsLeft, 0);
  return <p className={styles["remaining"]}>This rate is fixed for {seconds} more seconds.</p>;
}
