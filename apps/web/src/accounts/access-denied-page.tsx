import { useBrand } from "../brand/brand.tsx";
import { useSession } from "../session/session-store.ts";
import { useLogOut } from "../session/use-log-out.ts";
import { Button } from "../ui/button.tsx";
import { AccountFrame, formClass } from "./account-frame.tsx";
import { Notice } from "./notice.tsx";

/** For somebody who is signed in to a blocked account. */
export function AccessDeniedPage() {
  const brand = useBrand();
  const session = useSession();
  const { logOut, leaving } = useLogOut();
  const reason = session?.user.status_reason ?? null;
  return (
    <AccountFrame
      seed="auth.blocked"
      title="Your account is blocked"
      lead={
        <p>
          You can no longer deposit, exchange or withdraw. What you own stays yours and stays on our books.
        </p>
      }
      more={
        <Button kind="quiet" loading={leaving} onClick={logOut}>
          Log out
        </Button>
      }
    >
      <div className={formClass}>
        {reason !== null && (
          <Notice kind="warn">
            <p>
              The reason we noted: <strong>{reason}</strong>
            </p>
          </Notice>
        )}
        <p>
          Only our support can open it again. Write from <strong>{session?.user.email}</strong> to{" "}
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
        </p>
      </div>
    </AccountFrame>
  );
}
