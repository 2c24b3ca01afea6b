import { useBrand } from "../brand/brand.tsx";
import { useSession } from "../session/session-store.ts";
import { useLogOut } from "../session/use-log-out.ts";
import { Button } from "../controls/button.tsx";
import { buttonClass } from "../ui/button.tsx";
import { AccountFrame, formClass } from "./account-frame.tsx";

const SUBJECT = encodeURIComponent("Review of my account");

/** For someone who is signed in to a blocked account. */
export function AccessDeniedPage() {
  const brand = useBrand();
  const session = useSession();
  const { logOut, leaving } = useLogOut();
  return (
    <AccountFrame
      seed="auth.blocked"
      title="Your account is blocked"
      lead={<p>You can’t deposit, exchange or withdraw. Your balances are unchanged.</p>}
      more={
        <Button kind="quiet" loading={leaving} onClick={logOut}>
          Log out
        </Button>
      }
    >
      <div className={formClass}>
        <p>
          To ask for a review, email <strong>{brand.supportEmail}</strong> from{" "}
          <strong>{session?.user.email}</strong>.
        </p>
        <a href={`mailto:${brand.supportEmail}?subject=${SUBJECT}`} className={buttonClass("accent", true)}>
          Email support
        </a>
      </div>
    </AccountFrame>
  );
}
