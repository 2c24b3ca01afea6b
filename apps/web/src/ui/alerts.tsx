import { Fragment, useEffect, useRef, useState } from "react";
import { useStore } from "../store.ts";
import { ALERT_MILLISECONDS, alertStore, clearAlerts, dismissAlert, type ShownAlert } from "./alert-store.ts";
import { classNames } from "./class-names.ts";
import { AlertIcon, CloseIcon, DoneIcon, InfoIcon } from "./icons.tsx";
import styles from "./alerts.module.css";

const NONE: readonly ShownAlert[] = [];
const ICONS = { error: AlertIcon, success: DoneIcon, info: InfoIcon } as const;
/** Email addresses, web addresses and references keep their letters as they are. */
const VERBATIM = /(\S+@\S+|https?:\/\/\S+|(?=\S*\d)(?=\S*[A-Za-z])[A-Za-z0-9-]{6,})/;

/** The alert's words in upper case (only by style), except those that would be falsified by it. */
function Words({ text }: { readonly text: string }) {
  return text.split(VERBATIM).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className={styles["verbatim"]}>
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}

function AlertBox({ alert }: { readonly alert: ShownAlert }) {
  const [held, setHeld] = useState(false);
  const left = useRef(ALERT_MILLISECONDS);

  useEffect(() => {
    if (held) return undefined;
    const since = performance.now();
    const timer = setTimeout(() => dismissAlert(alert.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(1000, left.current - (performance.now() - since));
    };
  }, [alert.id, held]);

  const Icon = ICONS[alert.type];
  const colon = alert.text.indexOf(":");
  return (
    <div
      role={alert.type === "error" ? "alert" : "status"}
      className={classNames(styles["alert"], styles[alert.type])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon />
      <p className={styles["text"]}>
        {colon < 0 ? (
          <Words text={alert.text} />
        ) : (
          <>
            <strong>
              <Words text={alert.text.slice(0, colon + 1)} />
            </strong>{" "}
            <br />
            <Words text={alert.text.slice(colon + 1).trimStart()} />
          </>
        )}
      </p>
      <button
        type="button"
        className={styles["close"]}
        aria-label="Close this message"
        onClick={() => dismissAlert(alert.id)}
      >
        <CloseIcon />
      </button>
    </div>
  );
}

/**
 * All alerts shown, newest last. They are gone when the page unloads, also for someone who comes back to it.
 * @param className where they are; above every page unless given
 */
export function Alerts({ className = styles["stack"] }: { readonly className?: string | undefined }) {
  const alerts = useStore(alertStore, NONE);
  useEffect(() => {
    window.addEventListener("pagehide", clearAlerts);
    return () => window.removeEventListener("pagehide", clearAlerts);
  }, []);
  return (
    <div className={className}>
      {alerts.map((alert) => (
        <AlertBox key={alert.id} alert={alert} />
      ))}
    </div>
  );
}
