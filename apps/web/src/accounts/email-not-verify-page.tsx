import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { alertFailure, callFailure } from "../failed-call.ts";
import { setSession, useSession } from "../session/session-store.ts";
import { useLogOut } from "../session/use-log-out.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { AccountFrame, formClass } from "./account-frame.tsx";
import { ChangeEmail } from "./change-email.tsx";
import { Notice } from "../ui/notice.tsx";
import styles from "./email-not-verify-page.module.css";

/** The link is often followed elsewhere: this page asks now and then whether it was. */
const LOOK_AGAIN_MILLISECONDS = 5_000;

function useWait() {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (until === 0) return undefined;
    const tick = (): void => {
      setNow(Date.now());
      if (Date.now() >= until) setUntil(0);
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return {
    seconds: until === 0 ? 0 : Math.max(0, Math.ceil((until - now) / 1000)),
    begin: (seconds: number): void => setUntil(Date.now() + seconds * 1000),
  };
}

/** For someone who is signed in and has not confirmed the email address yet. */
export function EmailNotVerifyPage({ invalidLink }: { readonly invalidLink: boolean }) {
  const navigate = useNavigate();
  const session = useSession();
  const { logOut } = useLogOut();
  const wait = useWait();
  const current = trpc.sessions.current.useQuery(undefined, {
    trpc: { context: { background: true } },
    refetchInterval: LOOK_AGAIN_MILLISECONDS,
    refetchOnWindowFocus: "always",
  });
  const confirmed = current.data?.user.email_verified_at != null;
  const { data } = current;
  useEffect(() => {
    if (!confirmed || data == null) return;
    setSession(data);
    void navigate({ to: "/user-information", search: { email: "confirmed" }, replace: true });
  }, [confirmed, data, navigate]);

  const resend = trpc.accounts.resendEmail.useMutation({
    onSuccess: ({ message, wait_seconds }) => {
      showAlert({ type: "success", text: message });
      wait.begin(wait_seconds);
    },
    onError: (error) => {
      alertFailure("Send email", error);
      if (callFailure(error).code === "too_many_requests") wait.begin(60);
    },
  });
  const email = session?.user.email ?? "";

  return (
    <AccountFrame
      seed="auth.not.email.verify"
      title={
        <>
          Confirm your <span className={styles["whole"]}>email</span> address
        </>
      }
      lead={
        <p>
          We’ve sent a link to{" "}
          <span className={styles["address"]}>
            <strong>{email}</strong>.
          </span>{" "}
          Open it and this page will update.
        </p>
      }
      more={
        <Button kind="quiet" onClick={logOut}>
          Log out
        </Button>
      }
    >
      <div className={formClass}>
        {invalidLink && !resend.isSuccess && (
          <Notice kind="warn">
            <p>This link no longer works. Links work once, for an hour.</p>
          </Notice>
        )}
        <Button
          kind="quiet"
          wide
          loading={resend.isPending}
          disabled={wait.seconds > 0}
          onClick={() => resend.mutate()}
        >
          Send a new link
        </Button>
        <output className={styles["wait"]}>
          {wait.seconds > 0
            ? `You can send another in ${wait.seconds} ${wait.seconds === 1 ? "second" : "seconds"}.`
            : "Not there? Check your spam folder."}
        </output>
        <details className={styles["other"]}>
          <summary>Wrong email?</summary>
          <ChangeEmail email={email} verified={false} />
        </details>
      </div>
    </AccountFrame>
  );
}
