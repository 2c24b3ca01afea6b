import { useNavigate } from "@tanstack/react-router";
import type { IdentityState } from "@wattle/contracts/identity";
import { displayTime } from "@wattle/exchange-core/display";
import { useEffect, useRef, type ReactNode } from "react";
import { ChangeEmail } from "../accounts/change-email.tsx";
import { ChangePassword } from "../accounts/change-password.tsx";
import { Notice } from "../accounts/notice.tsx";
import { SessionList } from "../accounts/session-list.tsx";
import { SignInList } from "../accounts/sign-in-list.tsx";
import { useBrand } from "../brand/brand.tsx";
import { alertFailure } from "../failed-call.ts";
import { KeptOrder } from "../exchange/kept-order.tsx";
import { firstPage } from "../session/use-lead-on.ts";
import { useSession } from "../session/session-store.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Panel } from "../controls/panel.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ChevronIcon } from "../ui/icons.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Skeleton } from "../controls/skeleton.tsx";
import { Status } from "../controls/status.tsx";
import { Timeline } from "../controls/timeline.tsx";
import { IdentityForm } from "./identity-form.tsx";
import styles from "./user-information-page.module.css";

/** While a decision is awaited, the page asks for it now and then. */
const LOOK_AGAIN_MILLISECONDS = 10_000;

const timeText = (time: string | null): string => (time === null ? "" : displayTime(Date.parse(time)));

function Pending({ state }: { readonly state: IdentityState }) {
  const { times } = useBrand();
  return (
    <Card className={styles["card"]}>
      <Timeline
        label="Your verification"
        steps={[
          {
            key: "sent",
            title: "You sent your details",
            detail: timeText(state.submitted_at),
            state: "done",
          },
          {
            key: "checked",
            title: "We compare them with your document",
            detail: `${times.checked}. We’ll email you.`,
            state: "current",
          },
          { key: "open", title: "You deposit, exchange and withdraw", state: "coming" },
        ]}
      />
      <p className={styles["more"]}>
        Something to add? <SiteLink to="/support">Write to support</SiteLink>.
      </p>
    </Card>
  );
}

function Verified() {
  return (
    <Card className={styles["card"]}>
      <Notice kind="done">
        <p>We have checked your details. Everything is open to you.</p>
      </Notice>
      <div>
        <SiteLink to={firstPage()} className={buttonClass("accent")}>
          {firstPage() === "/dashboard" ? "Go to dashboard" : "Continue to exchange"}
        </SiteLink>
      </div>
    </Card>
  );
}

function Form({ state }: { readonly state: IdentityState }) {
  return (
    <Card className={styles["card"]}>
      {state.status === "rejected" && (
        <Notice kind="warn">
          <p>
            We could not accept your details: <strong>{state.reason}</strong>
          </p>
          <p>Your answers are kept. Correct what is named, then send them again.</p>
        </Notice>
      )}
      <IdentityForm state={state} />
    </Card>
  );
}

const HEADS: Readonly<Record<IdentityState["status"], { title: string; lead: string; status?: ReactNode }>> =
  {
    registered: {
      title: "Verify who you are",
      lead: "About five minutes. Have a passport, driver licence or identity card at hand, and a camera.",
    },
    pending: {
      title: "We are checking your details",
      lead: "Nothing is left for you to do.",
      status: <Status kind="waiting">Pending</Status>,
    },
    rejected: {
      title: "Your details need another look",
      lead: "We say below what was wrong.",
      status: <Status kind="failed">Rejected</Status>,
    },
    verified: {
      title: "You are verified",
      lead: "Your account is open.",
      status: <Status kind="done">Verified</Status>,
    },
    blocked: { title: "Your account is blocked", lead: "Only our support can open it again." },
  };

/** For someone whose email address is confirmed and whose identity is not verified yet. */
export function UserInformationPage({ emailConfirmed }: { readonly emailConfirmed: boolean }) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const session = useSession();
  const identity = trpc.identity.get.useQuery(undefined, {
    trpc: { context: { background: true } },
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? LOOK_AGAIN_MILLISECONDS : false),
  });

  const told = useRef(false);
  useEffect(() => {
    if (!emailConfirmed || told.current) return;
    told.current = true;
    showAlert({ type: "success", text: "Your email address is confirmed" });
    void navigate({ to: "/user-information", search: {}, replace: true });
  }, [emailConfirmed, navigate]);

  useEffect(() => {
    if (identity.error !== null) alertFailure("Get user info", identity.error);
  }, [identity.error]);

  // The dashboard's guard must not go by what was known before the decision.
  const status = identity.data?.status;
  useEffect(() => {
    if (status !== undefined && status !== session?.user.status) void utils.sessions.current.invalidate();
  }, [status, session, utils]);

  const head = HEADS[status ?? "registered"];
  return (
    <div className={styles["page"]}>
      <ScreenHead title={head.title} lead={head.lead} aside={head.status} />
      <div className={styles["columns"]}>
        <div className={styles["main"]}>
          <KeptOrder />
          {identity.data === undefined ? (
            <Card>
              {identity.isError ? (
                <EmptyState
                  title="Your details could not be read"
                  action={
                    <Button kind="quiet" onClick={() => void identity.refetch()}>
                      Try again
                    </Button>
                  }
                />
              ) : (
                <Skeleton lines={8} />
              )}
            </Card>
          ) : identity.data.status === "pending" ? (
            <Pending state={identity.data} />
          ) : identity.data.status === "verified" ? (
            <Verified />
          ) : (
            <Form state={identity.data} />
          )}
        </div>
        {session !== null && (
          <Panel title="How you sign in">
            <details className={styles["setting"]}>
              <summary>
                <ChevronIcon size={18} />
                Email address
              </summary>
              <ChangeEmail email={session.user.email} verified={session.user.email_verified_at !== null} />
            </details>
            <details className={styles["setting"]}>
              <summary>
                <ChevronIcon size={18} />
                Password
              </summary>
              <ChangePassword />
            </details>
            <details className={styles["setting"]}>
              <summary>
                <ChevronIcon size={18} />
                Sessions
              </summary>
              <SessionList />
            </details>
            <details className={styles["setting"]}>
              <summary>
                <ChevronIcon size={18} />
                Recent logins
              </summary>
              <SignInList />
            </details>
          </Panel>
        )}
      </div>
    </div>
  );
}
