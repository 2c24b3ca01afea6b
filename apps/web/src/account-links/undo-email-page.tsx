import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { AccountLinkPage } from "./account-link-page.tsx";

/** Page on which the owner of an account takes a change of its email address back. */
export function UndoEmailPage({ token }: { readonly token: string }) {
  const undo = trpc.accounts.undoEmailChange.useMutation({
    onError: (error) => {
      alertFailure("Undo email change", error);
    },
  });
  return (
    <AccountLinkPage
      seed="auth.undo-email"
      title="Undo the email change"
      lead="You’ll log in with this email address again. We’ll log out every device and stop all API tokens. Withdrawals will be on hold for 24 hours."
      act="Undo the change"
      token={token}
      call={undo}
      after="We’ve emailed you a link to choose a new password. Use it now: your old one still works."
    />
  );
}
