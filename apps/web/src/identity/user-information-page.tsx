import { useNavigate } from "@tanstack/react-router";
import type { UserData } from "@wattle/contracts/accounts";
import type { IdentityState } from "@wattle/contracts/identity";
import { displayMoment } from "@wattle/exchange-core/display";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { ChangeEmail } from "../accounts/change-email.tsx";
import { ChangePassword } from "../accounts/change-password.tsx";
import { Notice } from "../ui/notice.tsx";
import { BankAccounts, type Editing } from "../bank-accounts/bank-accounts-screen.tsx";
import { SessionList } from "../accounts/session-list.tsx";
import { SignInList } from "../accounts/sign-in-list.tsx";
import { useBrand } from "../brand/brand.tsx";
import { SetupList } from "../portfolio/getting-started.tsx";
import { alertFailure } from "../failed-call.ts";
import { KeptOrder } from "../session/kept-order.tsx";
import { firstPage } from "../session/use-lead-on.ts";
import { useSession } from "../session/session-store.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Panel } from "../controls/panel.tsx";
import { Fold } from "../ui/fold.tsx";
import { ChevronIcon } from "../ui/icons.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Status } from "../controls/status.tsx";
import { Timeline } from "../controls/timeline.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { CheckingAtProvider } from "./provider-check.tsx";
import { IdentityForm } from "./identity-form.tsx";
import styles from "./user-information-page.module.css";

/** While a decision is awaited, the page asks for it now and then. */
const LOOK_AGAIN_MILLISECONDS = 10_000;

/** Whether something may happen without this page: a decision, or at a provider, where a second try goes on from `retry`. */
const isAwaited = (identity: IdentityState | undefined): boolean =>
  identity?.status === "pending" ||
  identity?.check?.state === "started" ||
  identity?.check?.state === "retry" ||
  identity?.check?.state === "checking";

type Checking = IdentityState & { readonly check: NonNullable<IdentityState["check"]> };

/** Whether a provider checks a customer of whom staff know nothing yet. */
const isChecking = (identity: IdentityState | undefined): identity is Checking =>
  (identity?.status === "registered" || identity?.status === "rejected") &&
  identity.check?.state === "checking";

const timeText = (time: string | null): string => (time === null ? "" : displayMoment(Date.parse(time)));

function Pending({ state }: { readonly state: IdentityState }) {
  const { times } = useBrand();
  return (
    <Card className={styles["card"]}>
      <Timeline
        label="Identity check progress"
        steps={[
          {
            key: "sent",
            title: "You submitted your details",
            detail: timeText(state.submitted_at),
            state: "done",
          },
          {
            key: "checked",
            title: "We check them against your ID",
            detail: `${times.checked}. We’ll email you.`,
            state: "current",
          },
          { key: "open", title: "You can deposit, exchange and withdraw", state: "coming" },
        ]}
      />
      <p className={styles["more"]}>
        Something to add? <SiteLink to="/support">Contact support</SiteLink>.
      </p>
    </Card>
  );
}

const MEANWHILE = "Add your bank account meanwhile";

/** Steps that are possible meanwhile: a bank account is on hold for a day, which then is over sooner. */
function BankAccountsMeanwhile() {
  const [editing, setEditing] = useState<Editing>();
  return (
    <section className={styles["main"]} aria-label={MEANWHILE}>
      <BankAccounts editing={editing} onEditing={setEditing} offer={MEANWHILE} />
    </section>
  );
}

const CONTINUE = {
  "/dashboard": "Go to dashboard",
  "/dashboard/currency-exchange": "Continue to exchange",
  "/dashboard/deposit-money": "Continue to deposit",
} as const;

function Verified() {
  const next = firstPage(useSession());
  return (
    <Card className={styles["card"]}>
      <Notice kind="done">
        <p>You can now deposit, exchange and withdraw.</p>
      </Notice>
      <div>
        <SiteLink to={next} className={buttonClass("accent")}>
          {CONTINUE[next]}
        </SiteLink>
      </div>
    </Card>
  );
}

function Form({ state }: { readonly state: IdentityState }) {
  return (
    <Card className={styles["card"]}>
      <IdentityForm state={state} />
    </Card>
  );
}

const HEADS: Readonly<Record<IdentityState["status"], { title: string; lead: string; status?: ReactNode }>> =
  {
    registered: {
      title: "Verify your identity",
      lead: "About 5 minutes. Have your ID and a camera ready.",
    },
    pending: {
      title: "We’re checking your details",
      lead: "There’s nothing more you need to do.",
      status: <Status kind="waiting">Pending</Status>,
    },
    rejected: {
      title: "Your details need another look",
      lead: "See below what to fix.",
      status: <Status kind="failed">Rejected</Status>,
    },
    verified: {
      title: "You’re verified",
      lead: "Your account is ready.",
      status: <Status kind="done">Verified</Status>,
    },
    blocked: { title: "Your account is blocked", lead: "To ask for a review, contact support." },
  };

const CHECKING = {
  title: "We’re checking your ID",
  lead: "There’s nothing more you need to do.",
  status: <Status kind="waiting">Pending</Status>,
};

interface LoginSettingsProps {
  readonly user: UserData["user"];
  /** Behind one line, out of the way of the form. */
  readonly folded: boolean;
}

/** Details that can be changed before the identity is verified. */
function LoginSettings({ user, folded }: LoginSettingsProps) {
  const settings = {
    "Email address": <ChangeEmail email={user.email} verified={user.email_verified_at !== null} />,
    Password: <ChangePassword />,
    Devices: <SessionList />,
    "Recent logins": <SignInList />,
  };
  const rows = Object.entries(settings).map(([title, setting]) => (
    <details key={title} className={styles["setting"]}>
      <summary>
        <ChevronIcon size={18} />
        {title}
      </summary>
      {setting}
    </details>
  ));
  return folded ? (
    <Fold summary="Login settings" className={styles["settings"]}>
      <Card>{rows}</Card>
    </Fold>
  ) : (
    <Panel title="Login settings">
      <div>{rows}</div>
    </Panel>
  );
}

/** For someone whose email address is confirmed and whose identity is not verified yet. */
export function UserInformationPage({ emailConfirmed }: { readonly emailConfirmed: boolean }) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const session = useSession();
  const identity = trpc.identity.get.useQuery(undefined, {
    trpc: { context: { background: true } },
    refetchInterval: ({ state }) => (isAwaited(state.data) ? LOOK_AGAIN_MILLISECONDS : false),
  });

  const told = useRef(false);
  useEffect(() => {
    if (!emailConfirmed || told.current) return;
    told.current = true;
    showAlert({ type: "success", text: "Email confirmed" });
    void navigate({ to: "/user-information", search: {}, replace: true });
  }, [emailConfirmed, navigate]);

  useEffect(() => {
    if (identity.error !== null) alertFailure("Get user info", identity.error);
  }, [identity.error]);

  // Someone verified may have done more of the steps.
  const overview = trpc.portfolio.overview.useQuery(undefined, {
    enabled: identity.data?.status === "verified",
    trpc: { context: { background: true } },
  });

  // The dashboard's guard must not go by what was known before the decision.
  const status = identity.data?.status;
  useEffect(() => {
    if (status !== undefined && status !== session?.user.status) void utils.sessions.current.invalidate();
  }, [status, session, utils]);

  const isWaiting = (status ?? session?.user.status) === "pending";
  const head = isChecking(identity.data) ? CHECKING : HEADS[status ?? "registered"];
  return (
    <div className={styles["page"]}>
      <ScreenHead title={head.title} lead={head.lead} aside={head.status} />
      <div className={styles["columns"]}>
        <div className={styles["main"]}>
          <KeptOrder />
          {identity.data === undefined ? (
            <Card>
              <Loaded query={identity} what="your details" lines={8} />
            </Card>
          ) : identity.data.status === "pending" ? (
            <>
              <Pending state={identity.data} />
              <BankAccountsMeanwhile />
            </>
          ) : identity.data.status === "verified" ? (
            <Verified />
          ) : isChecking(identity.data) ? (
            <CheckingAtProvider check={identity.data.check} />
          ) : (
            <Form state={identity.data} />
          )}
        </div>
        {session !== null && (
          <>
            {/* Someone who waits has the one list of what happens next. */}
            {!isWaiting && (
              <SetupList
                state={{
                  email: session.user.email,
                  emailConfirmed: session.user.email_verified_at !== null,
                  identity: status ?? session.user.status,
                  progress: overview.data?.progress,
                }}
              />
            )}
            <LoginSettings user={session.user} folded={!isWaiting} />
          </>
        )}
      </div>
    </div>
  );
}
