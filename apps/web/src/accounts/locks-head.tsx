import { usePasskeysWork } from "../passkeys/passkey-support.ts";
import { useSecondFactor } from "../second-factor/use-second-factor.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "./locks-head.module.css";

const PAGE = "/dashboard/security";

/** How many locks the account has, and the next one to add. The password is always one. */
export function LocksHead() {
  const status = useSecondFactor();
  const passkeysWork = usePasskeysWork();
  if (status === undefined) return null;
  const locks = [
    { name: "Password", isOn: true },
    { name: "Two-step login", isOn: status.totp_since !== null },
    // Its owner may let the password log in without it.
    { name: "Passkey", isOn: status.passkeys > 0 && !status.password_alone },
  ];
  const on = locks.filter(({ isOn }) => isOn).length;
  const addsPasskey = passkeysWork && status.passkeys === 0;
  const isOpen = on === 1;
  return (
    <Card className={styles["head"]}>
      <span className={styles["bars"]} aria-hidden="true">
        {locks.map(({ name, isOn }) => (
          <span key={name} data-on={isOn || undefined} />
        ))}
      </span>
      <div className={styles["words"]}>
        <h2>{`${on} of ${locks.length} locks on`}</h2>
        <p>
          {isOpen
            ? status.passkeys === 0
              ? "Only your password protects your account."
              : "Your password logs in without your passkey."
            : on === locks.length
              ? "Your account has every lock we offer."
              : "A stolen password isn’t enough to log in."}
        </p>
      </div>
      {isOpen && (
        <SiteLink
          to={PAGE}
          hash={addsPasskey ? "passkeys" : "two-step-login"}
          className={buttonClass("accent")}
        >
          {addsPasskey ? "Add a passkey" : "Turn on two-step login"}
        </SiteLink>
      )}
    </Card>
  );
}
