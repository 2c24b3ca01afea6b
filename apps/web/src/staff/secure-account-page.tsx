import type { SecondFactorStatus } from "@wattle/contracts/second-factor";
import { AccountFrame } from "../accounts/account-frame.tsx";
import { askConfirmation } from "../confirmation/ask-confirmation.ts";
import { Button } from "../controls/button.tsx";
import { Skeleton } from "../controls/skeleton.tsx";
import { Passkeys } from "../passkeys/passkeys.tsx";
import { useConfirmByPasskey } from "../passkeys/use-confirm-by-passkey.ts";
import { TwoStepLogin } from "../second-factor/two-step-login.tsx";
import { useSecondFactor } from "../second-factor/use-second-factor.ts";
import { useLogOut } from "../session/use-log-out.ts";
import { trpc } from "../trpc.ts";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "./secure-account-page.module.css";

/** For someone who has a second factor and has logged in without it. */
function Prove({ status }: { readonly status: SecondFactorStatus }) {
  const utils = trpc.useUtils();
  const onConfirmed = (): void => void utils.secondFactor.status.invalidate();
  const passkey = useConfirmByPasskey({ has: status.passkeys > 0, onConfirmed });
  if (status.totp_since !== null) {
    const ask = async (): Promise<void> => {
      if (await askConfirmation("ops.today")) onConfirmed();
    };
    return (
      <Button wide onClick={() => void ask()}>
        Confirm it’s you
      </Button>
    );
  }
  return passkey.offered ? (
    <Button wide loading={passkey.asking} onClick={passkey.ask}>
      Use a passkey
    </Button>
  ) : (
    <p>You have a passkey. Log in on a device that has it.</p>
  );
}

const leadOf = ({ needed_first: isNeeded, passkeys, totp_since: since }: SecondFactorStatus): string =>
  !isNeeded
    ? "Two-step login asks for a code after your password. A passkey replaces both."
    : passkeys > 0 || since !== null
      ? "Confirm it’s you to open the back office."
      : "Set up two-step login or a passkey to open the back office.";

/** Page on which staff set up two-step login or a passkey: before they reach the desk, and later on. */
export function SecureAccountPage() {
  const status = useSecondFactor();
  const { logOut, leaving } = useLogOut();
  const mustProve =
    status !== undefined && status.needed_first && (status.passkeys > 0 || status.totp_since !== null);
  return (
    <AccountFrame
      seed="auth.secure"
      title="Secure your account"
      lead={status !== undefined && <p>{leadOf(status)}</p>}
      more={
        <>
          {status?.needed_first === false && <SiteLink to="/teamaccess">Go to the back office</SiteLink>}
          <Button kind="quiet" loading={leaving} onClick={logOut}>
            Log out
          </Button>
        </>
      }
    >
      {status === undefined ? (
        <Skeleton lines={4} />
      ) : mustProve ? (
        <Prove status={status} />
      ) : (
        <>
          <section className={styles["part"]}>
            <h2>Two-step login</h2>
            <TwoStepLogin />
          </section>
          <section className={styles["part"]}>
            <h2>Passkeys</h2>
            <Passkeys />
          </section>
        </>
      )}
    </AccountFrame>
  );
}
