import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { AccountLinkPage } from "./account-link-page.tsx";

/** Page on which the owner of an account stops a recovery. */
export function StopRecoveryPage({ token }: { readonly token: string }) {
  const stop = trpc.recovery.stop.useMutation({
    onError: (error) => {
      alertFailure("Stop recovery", error);
    },
  });
  return (
    <AccountLinkPage
      seed="auth.stop-recovery"
      title="Stop account recovery"
      lead="Two-step login stays on. You’ll need your app, a passkey or a recovery code to log in."
      act="Stop recovery"
      token={token}
      call={stop}
      after="Wasn’t you who asked? Someone knows your password. Change it now."
    />
  );
}
