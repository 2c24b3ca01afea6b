import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { Panel } from "../controls/panel.tsx";
import { readStored, writeStored } from "../storage.ts";
import { buttonClass } from "../ui/button.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useUnprotected } from "./use-unprotected.ts";
import styles from "./two-step-login.module.css";

/** Says that this browser's customer does not want the hint again. It holds nothing of anyone. */
const DISMISSED_KEY = "secureHint";

/** Suggests a second factor to a customer who has none and brings money, until told not to. It is in no one's way. */
export function SecureHint() {
  const unprotected = useUnprotected();
  const [dismissed, setDismissed] = useState(() => readStored(DISMISSED_KEY) !== null);
  if (dismissed || !unprotected) return null;
  return (
    <Panel title="Secure your account">
      <div className={styles["hint"]}>
        <p>Turn on two-step login, so that a stolen password isn’t enough to log in.</p>
        <div className={styles["actions"]}>
          <SiteLink to="/dashboard/security" className={buttonClass("quiet")}>
            Secure your account
          </SiteLink>
          <Button
            kind="quiet"
            onClick={() => {
              writeStored(DISMISSED_KEY, "dismissed");
              setDismissed(true);
            }}
          >
            Not now
          </Button>
        </div>
      </div>
    </Panel>
  );
}
