import type { UserData } from "@wattle/contracts/accounts";
import { readInstallation } from "../brand/brand.tsx";
import { CopyRow } from "../controls/copy-row.tsx";
import { Status } from "../controls/status.tsx";
import { Overview } from "../portfolio/overview.tsx";
import { useSession } from "../session/session-store.ts";
import { TaxResidenceForm } from "./tax-residence-form.tsx";
import { TaxResidenceNotice, TaxResidenceStatus } from "./tax-residence-status.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { ChangeEmail } from "./change-email.tsx";
import { ChangePhone } from "./change-phone.tsx";
import { EmailChoices } from "./email-choices.tsx";
import { CloseAccount } from "./close-account.tsx";
import { OwnData } from "./own-data.tsx";
import { countryName } from "./country-options.ts";
import { Unbroken } from "../ui/unbroken.tsx";
import { SettingsList, type Setting } from "./settings-list.tsx";
import styles from "./settings-list.module.css";
import settings from "../ui/settings.module.css";

/** The customer's choices about the account. */
const ACCOUNT: readonly Setting[] = [
  {
    label: "Balance check",
    value: "Proof that we count your balance",
    to: "/dashboard/balance-check",
    action: "Check your balance",
  },
  { label: "Emails", value: "Receipts and price alerts", form: <EmailChoices /> },
  {
    label: "Your data",
    value: "A copy of your data, in one file",
    action: "Download",
    form: <OwnData />,
  },
  {
    label: "Close account",
    value: "Deletes your data, except what the law makes us keep",
    action: "See what happens",
    form: <CloseAccount />,
  },
];

/** The customer's details with us. Names and country are what was verified. */
function ownDetails(user: UserData["user"]): Setting[] {
  const name = [user.first_name, user.middle_name, user.last_name].filter(Boolean).join(" ");
  const partnerLink = user.profile.partner_link;
  return [
    {
      label: "Name",
      value: (
        <>
          {name} <Status kind="done">Verified</Status>
        </>
      ),
      to: "/dashboard/support",
      action: "Contact support",
    },
    {
      label: "Country",
      value: countryName(user.default_country),
      to: "/dashboard/support",
      action: "Contact support",
    },
    {
      label: "Phone",
      value: user.phone === null ? "Not set up" : <Unbroken>{user.phone}</Unbroken>,
      ...(user.phone === null && { action: "Add" }),
      form: <ChangePhone key={user.id} user={user} />,
    },
    {
      label: "Email",
      value: (
        <>
          {user.email} {user.email_verified_at !== null && <Status kind="done">Confirmed</Status>}
        </>
      ),
      form: <ChangeEmail email={user.email} verified={user.email_verified_at !== null} />,
    },
    ...(readInstallation(document).taxResidence === "off"
      ? []
      : [
          {
            label: "Tax residence",
            id: "tax-residence",
            value: <TaxResidenceStatus />,
            form: <TaxResidenceForm country={user.default_country} />,
          },
        ]),
    ...(partnerLink === null
      ? []
      : [
          {
            label: "Partner link",
            value: partnerLink,
            action: "Show",
            form: (
              <>
                <p className={settings["lead"]}>
                  People who sign up with this link are your referrals. Their transactions are on your{" "}
                  <SiteLink to="/dashboard/partners">partners board</SiteLink>.
                </p>
                <CopyRow label="Link" value={partnerLink} />
              </>
            ),
          },
        ]),
  ];
}

/** The verified customer's own page: what the customer owns, then details and the account. */
export function PersonalInformationPage() {
  const session = useSession();
  if (session === null) return null;
  const { user } = session;
  return (
    <>
      <div className={styles["asked"]}>
        <TaxResidenceNotice />
      </div>
      <Overview>
        <section className={styles["details"]} aria-labelledby="your-details">
          <h2 id="your-details">Your details</h2>
          <div className={styles["columns"]}>
            <SettingsList label="Your details" settings={ownDetails(user)} />
            <SettingsList label="Your account" settings={ACCOUNT} />
          </div>
        </section>
      </Overview>
    </>
  );
}
