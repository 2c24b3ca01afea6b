import { Link } from "@tanstack/react-router";
import { compareDecimals } from "@wattle/exchange-core/decimal";
import { displayDecimal } from "@wattle/exchange-core/display";
import { Panel } from "../controls/panel.tsx";
import { usePasskeysWork } from "./passkey-support.ts";
import { buttonClass } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { useUnprotected } from "../second-factor/use-unprotected.ts";
import styles from "../second-factor/two-step-login.module.css";

/** More than this is worth a second factor, in the home currency. */
const WORTH_PROTECTING = "1000";

interface ProtectCardProps {
  /** The account's balance, decimal text. */
  readonly total: string;
  readonly home: string;
  readonly className?: string | undefined;
}

/** Asks for a second factor as long as there is none and more than a little to protect. */
export function ProtectCard({ total, home, className }: ProtectCardProps) {
  const unprotected = useUnprotected();
  const passkeys = usePasskeysWork();
  if (!unprotected || compareDecimals(total, WORTH_PROTECTING) <= 0) return null;
  const title = (
    <>
      <span translate="no">{`${displayDecimal(total, 0)} ${home}`}</span> behind one password
    </>
  );
  return (
    <Panel title={title} className={classNames(className, styles["protect"])}>
      <div className={styles["hint"]}>
        <p>
          {passkeys
            ? "Add a passkey. It takes 20 seconds with your fingerprint, face or screen lock."
            : "Turn on two-step login, so that a stolen password isn’t enough to log in."}
        </p>
        <div className={styles["actions"]}>
          <Link
            to="/dashboard/security"
            hash={passkeys ? "passkeys" : "two-step-login"}
            className={buttonClass("primary")}
          >
            {passkeys ? "Add a passkey" : "Turn on two-step login"}
          </Link>
        </div>
      </div>
    </Panel>
  );
}
