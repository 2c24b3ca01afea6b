import { Status } from "../controls/status.tsx";
import { useSecondFactor } from "./use-second-factor.ts";

/** Whether two-step login is on. */
export function TwoStepStatus() {
  const status = useSecondFactor();
  if (status === undefined) return <>A code after your password</>;
  return status.totp_since === null ? <Status kind="risk">Off</Status> : <Status kind="done">On</Status>;
}

/** Label of the button that opens it. */
export const TwoStepAction = () => <>{useSecondFactor()?.totp_since === null ? "Turn on" : "Change"}</>;
