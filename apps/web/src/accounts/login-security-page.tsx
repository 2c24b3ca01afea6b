import { Panel } from "../controls/panel.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { Status } from "../controls/status.tsx";
import { holdText } from "../bank-accounts/bank-account-words.ts";
import { PasskeyAction, PasskeyStatus } from "../passkeys/passkey-status.tsx";
import { Passkeys } from "../passkeys/passkeys.tsx";
import { TwoStepLogin } from "../second-factor/two-step-login.tsx";
import { TwoStepAction, TwoStepStatus } from "../second-factor/two-step-status.tsx";
import { useSession } from "../session/session-store.ts";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import { Facts } from "../ui/facts.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { ChangePassword } from "./change-password.tsx";
import { LocksHead } from "./locks-head.tsx";
import { LastLogins, ThisDevice } from "./login-lines.tsx";
import styles from "./login-security-page.module.css";
import { SessionList } from "./session-list.tsx";
import { SettingsList, type Setting } from "./settings-list.tsx";
import { SignInList } from "./sign-in-list.tsx";

/** The address that one logs in with, and to which we write about the account. */
function OwnEmail() {
  return useSession()?.user.email ?? "Your email";
}

const WAYS_IN: readonly Setting[] = [
  { label: "Email", value: <OwnEmail />, to: "/dashboard/personal-information" },
  { label: "Password", value: "Set", form: <ChangePassword /> },
  {
    label: "Two-step login",
    id: "two-step-login",
    value: <TwoStepStatus />,
    action: <TwoStepAction />,
    form: <TwoStepLogin />,
  },
  {
    label: "Passkeys",
    id: "passkeys",
    value: <PasskeyStatus />,
    action: <PasskeyAction />,
    form: <Passkeys />,
  },
];

const LOGINS: readonly Setting[] = [
  { label: "Devices", value: <ThisDevice />, action: "Show", form: <SessionList /> },
  { label: "Recent logins", value: <LastLogins />, action: "Show all", form: <SignInList /> },
];

/** Holds on withdrawals, and on each bank account. */
function Holds() {
  const withdrawals = trpc.withdrawals.state.useQuery(undefined, SHOWN_IN_PLACE);
  const accounts = trpc.bankAccounts.list.useQuery(undefined, SHOWN_IN_PLACE);
  const shown = (until: string | null) =>
    until === null ? "No hold" : <Status kind="waiting">{holdText(until)}</Status>;
  return (
    <Panel title="Holds">
      <Loaded query={withdrawals} what="your holds" lines={2}>
        {({ held_until: until }) => (
          <Facts
            facts={[
              ["Withdrawals", shown(until)],
              ...(accounts.data ?? []).map(
                (account) =>
                  [
                    `${account.bank_name} …${account.account_number.slice(-3)}`,
                    shown(account.held_until),
                  ] as const,
              ),
            ]}
          />
        )}
      </Loaded>
      <p className={styles["note"]}>
        A new password puts withdrawals on hold for 24 hours. A new bank account is also on hold for 24 hours.
        We email you at once, so you have time to stop it.
      </p>
    </Panel>
  );
}

/** All that protects the account: how one logs in, who has logged in, and holds. */
export function LoginSecurityPage() {
  return (
    <>
      <ScreenHead
        title="Login and security"
        lead="How you log in, recent logins, and holds."
        aside={<SiteLink to="/security">How we protect you</SiteLink>}
      />
      <div className={styles["screen"]}>
        <div className={styles["main"]}>
          <LocksHead />
          <section aria-labelledby="ways-in">
            <h2 id="ways-in">How you log in</h2>
            <SettingsList label="How you log in" settings={WAYS_IN} />
          </section>
          <section aria-labelledby="logins">
            <h2 id="logins">Logins</h2>
            <SettingsList label="Logins" settings={LOGINS} />
          </section>
        </div>
        <Holds />
      </div>
    </>
  );
}
