import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { AccountLinkPage } from "./account-link-page.tsx";

/** Page on which the owner of an account says that a login was someone else's. */
export function NotMePage({ token }: { readonly token: string }) {
  const report = trpc.accounts.reportLogin.useMutation({
    onError: (error) => {
      alertFailure("Report login", error);
    },
  });
  return (
    <AccountLinkPage
      seed="auth.not-me"
      title="Wasn’t you?"
      lead="We’ll log out every device and stop all API tokens. Withdrawals will be on hold for 24 hours."
      act="This wasn’t me"
      token={token}
      call={report}
      after="We’ve emailed you a link to choose a new password. Use it now: your old one still works."
    />
  );
}
