import { Status } from "../controls/status.tsx";
import { useSecondFactor } from "../second-factor/use-second-factor.ts";

/** How many passkeys there are. */
export function PasskeyStatus() {
  const status = useSecondFactor();
  if (status === undefined) return <>A login without your password</>;
  const { passkeys } = status;
  return passkeys === 0 ? (
    <>Not set up</>
  ) : (
    <Status kind="done">{passkeys === 1 ? "1 passkey" : `${passkeys} passkeys`}</Status>
  );
}

/** Label of the button that opens them. */
export const PasskeyAction = () => <>{useSecondFactor()?.passkeys === 0 ? "Add" : "Change"}</>;
