import { useRouter } from "@tanstack/react-router";
import type { UserData } from "@wattle/contracts/accounts";
import { useRef } from "react";
import { knowSession } from "../session/know-session.ts";
import { alertFailure } from "../failed-call.ts";
import { useSession } from "../session/session-store.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Panel } from "../controls/panel.tsx";
import { CopyRow } from "../controls/copy-row.tsx";
import { Button } from "../controls/button.tsx";
import { TextField } from "../controls/text-field.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Status } from "../controls/status.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { ChangeEmail } from "./change-email.tsx";
import { ChangePassword } from "./change-password.tsx";
import { countryName } from "./country-options.ts";
import { SessionList } from "./session-list.tsx";
import { SignInList } from "./sign-in-list.tsx";
import styles from "./settings.module.css";
import { Form } from "../ui/form.tsx";

/** Who the customer is to us. Names and country are what was verified; the phone number is theirs to change. */
function Details({ user }: { readonly user: UserData["user"] }) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { field, values, refuse, set } = useCheckedForm({
    fields: ["phone"],
    form,
    initial: { phone: user.phone ?? "" },
    problemOf: () => undefined,
  });
  const update = trpc.accounts.updateProfile.useMutation({
    onSuccess: async (data) => {
      await knowSession(utils, data);
      set("phone", data.user.phone ?? "");
      showAlert({ type: "success", text: "Your details were saved" });
    },
    onError: (error) => {
      const failure = alertFailure("Save details", error);
      if (failure.errors !== undefined) refuse(failure.errors);
    },
  });
  const name = [user.first_name, user.middle_name, user.last_name].filter(Boolean).join(" ");
  return (
    <Form
      ref={form}
      className={styles["form"]}
      onSubmit={() => {
        if (!update.isPending) update.mutate({ phone: values.phone });
      }}
    >
      <dl className={styles["facts"]}>
        <div>
          <dt>Name</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>Country</dt>
          <dd>{countryName(user.default_country)}</dd>
        </div>
      </dl>
      <p className={styles["lead"]}>
        Name and country are those we verified. To change them,{" "}
        <SiteLink to="/support">write to support</SiteLink>.
      </p>
      <TextField
        {...field("phone")}
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="With the country's prefix, or as you dial it at home. Leave it empty to take it away."
      />
      <div>
        <Button type="submit" loading={update.isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}

const TOKENS_PATH = "/dashboard/api-tokens";

/** The verified customer's own page. */
export function PersonalInformationPage() {
  const session = useSession();
  const router = useRouter();
  const hasTokens = Object.hasOwn(router.routesByPath, TOKENS_PATH);
  if (session === null) return null;
  const { user } = session;
  return (
    <>
      <ScreenHead
        title="Personal information"
        lead="Who you are to us, and how you sign in."
        aside={<Status kind="done">Verified</Status>}
      />
      <div className={styles["panels"]}>
        <div className={styles["column"]}>
          <Panel title="Your details">
            <Details key={user.id} user={user} />
          </Panel>
          {user.profile.partner_link !== null && (
            <Panel title="Partner link">
              <p className={styles["lead"]}>
                Everyone who registers by this link counts as referred by you. Their transactions are on your{" "}
                <SiteLink to="/dashboard/partners">partners board</SiteLink>.
              </p>
              <CopyRow label="Link" value={user.profile.partner_link} />
            </Panel>
          )}
          <Panel title="Email">
            <ChangeEmail email={user.email} verified={user.email_verified_at !== null} />
          </Panel>
        </div>
        <div className={styles["column"]}>
          <Panel title="Password">
            <ChangePassword />
          </Panel>
          <Panel title="Sessions">
            <SessionList />
          </Panel>
          <Panel title="Recent logins">
            <SignInList />
          </Panel>
          {hasTokens && (
            <Panel title="API tokens">
              <p className={styles["lead"]}>
                For programs of your own that look at your account or trade for you.
              </p>
              <p>
                <SiteLink to={TOKENS_PATH}>Make and revoke tokens</SiteLink>
              </p>
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}
