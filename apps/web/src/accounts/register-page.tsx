import { useHydrated, useNavigate } from "@tanstack/react-router";
import type { Invitation } from "@wattle/contracts/accounts";
import { fieldProblem } from "@wattle/contracts/field-rules";
import { useEffect, useRef, useState } from "react";
import { knowSession } from "../session/know-session.ts";
import { useLeadOn } from "../session/use-lead-on.ts";
import { useBrand } from "../brand/brand.tsx";
import { KeptOrder } from "../session/kept-order.tsx";
import { alertRefusal } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { clearAlerts, showAlert } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { EmailField } from "../controls/email-field.tsx";
import { NextSteps } from "../controls/next-steps.tsx";
import { NewPasswordFields } from "../controls/new-password-fields.tsx";
import { Panel } from "../controls/panel.tsx";
import { Checkbox } from "../controls/checkbox.tsx";
import { TextField } from "../controls/text-field.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { useMarkets } from "../markets/use-markets.ts";
import { currencyChoices } from "../money/currency-choice.ts";
import { useFeePercent } from "../rates/use-fee-words.ts";
import { Facts } from "../ui/facts.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { AccountFrame, formClass } from "./account-frame.tsx";
import { usePresetCountry, useServedCountries } from "./country-options.ts";
import { Notice } from "../ui/notice.tsx";
import { refusalOf, useCaptcha } from "./use-captcha.tsx";
import { keptUtm } from "./utm.ts";
import styles from "./register-page.module.css";
import { Form } from "../ui/form.tsx";

const FIELDS = [
  "first_name",
  "middle_name",
  "last_name",
  "email",
  "country",
  "password",
  "password_confirmation",
  "terms",
] as const;

const STEPS = [
  { key: "confirm", title: "Confirm your email", detail: "We send you a link." },
  {
    key: "verify",
    title: "Verify your identity",
    detail: "About 5 minutes. Have your ID and a camera ready.",
  },
  { key: "buy", title: "Add money and buy", detail: "You see every cost before you confirm." },
];

/** Costs for someone who lives in `country`, with the fee of this installation. */
function Costs({ country }: { readonly country: string }) {
  const percent = useFeePercent();
  const { markets } = useMarkets();
  const [own] = currencyChoices(markets, country, useBrand().markets).fiat;
  const facts = [
    [`Deposit ${own}`, "No fee"],
    ["Buy or sell", percent === undefined ? "Shown before you confirm" : `${percent}%`],
    [`Withdraw ${own}`, "No fee"],
  ] as const;
  return <Facts facts={facts} />;
}

/** Checkboxes are kept as text like everything else. */
const CHECKED = "yes";

interface IntroductionProps {
  readonly invited: boolean;
  /** Undefined until it is known, and where it could not be asked for. */
  readonly invitation: Invitation | undefined;
}

/** Notes before signing up; for someone invited, that the partner will see their acts. */
function Introduction({ invited, invitation }: IntroductionProps) {
  if (!invited) return <p>It takes a minute. You’ll verify your identity next.</p>;
  if (invitation?.known === false) {
    return (
      <Notice kind="warn">
        <p>We don’t know this invitation, but you can still sign up.</p>
      </Notice>
    );
  }
  return (
    <Notice kind="done">
      <p>{invitation?.partner ?? "A partner"} invited you and will see your name, email and transactions.</p>
    </Notice>
  );
}

interface TermsBoxProps {
  readonly accepted: boolean;
  readonly error: string | undefined;
  readonly onChange: (accepted: boolean) => void;
}

function TermsBox({ accepted, error, onChange }: TermsBoxProps) {
  return (
    <Checkbox
      name="terms"
      value={CHECKED}
      label={
        <span>
          I accept the <SiteLink to="/terms-of-service">Terms of Service</SiteLink>
        </span>
      }
      checked={accepted}
      error={error}
      onChange={onChange}
    />
  );
}

interface CountryFieldProps {
  readonly country: string;
  readonly error: string | undefined;
  readonly onChange: (country: string) => void;
}

function CountryField({ country, error, onChange }: CountryFieldProps) {
  return (
    <SelectField
      label="Country"
      name="country"
      autoComplete="country"
      options={useServedCountries()}
      value={country}
      error={error}
      hint="This sets which currencies you can use."
      onChange={onChange}
    />
  );
}

/** Opening an account, with or without the hash of a partner's link. */
export function RegisterPage({ hash }: { readonly hash?: string }) {
  const brand = useBrand();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const [hasMiddleName, setHasMiddleName] = useState(false);
  useEffect(() => {
    if (hasMiddleName) form.current?.querySelector<HTMLElement>("[name=middle_name]")?.focus();
  }, [hasMiddleName]);
  // All invitations share one prerendered page, which knows of none.
  const hydrated = useHydrated();
  const invitation = trpc.accounts.invitation.useQuery(
    { hash: hash ?? "" },
    { enabled: hash !== undefined, trpc: { context: { background: true } }, staleTime: Infinity },
  );
  const { field, values, problems, set, check, refuse } = useCheckedForm({
    fields: FIELDS,
    form,
    judgedWith: { password: ["password_confirmation"] },
    problemOf: (name, value, all) => {
      if (name === "country") return undefined;
      if (name === "terms") return fieldProblem(name, value === CHECKED);
      return fieldProblem(name, value, { password: all.password });
    },
  });

  const preset = usePresetCountry();
  const country = values.country === "" ? preset : values.country;

  const register = trpc.accounts.register.useMutation({
    onSuccess: async (data) => {
      await knowSession(utils, data);
      clearAlerts();
      showAlert({ type: "success", text: `Welcome to ${brand.name}` });
      await navigate({ to: "/email-not-verify" });
    },
    onError: (error) => {
      alertRefusal("Registration", error, refuse);
      captcha.reset();
    },
  });

  useLeadOn({ isOwn: !register.isIdle });
  const captcha = useCaptcha({
    send: (pass) => {
      const { middle_name, ...rest } = values;
      return refusalOf(
        register.mutateAsync({
          ...rest,
          country,
          middle_name: middle_name === "" ? null : middle_name,
          // Judged before: an unaccepted form does not come this far.
          terms: true,
          captcha: pass,
          utm: keptUtm(),
          ...(hash !== undefined && { hash }),
        }),
      );
    },
  });

  return (
    <AccountFrame
      seed="auth.register"
      title="Sign up"
      paired
      lead={<Introduction invited={hash !== undefined && hydrated} invitation={invitation.data} />}
      companion={
        <>
          <NextSteps steps={STEPS} />
          <Panel title="What it costs">
            <Costs country={country} />
          </Panel>
        </>
      }
      more={
        <span>
          Have an account? <SiteLink to="/login">Log in</SiteLink>
        </span>
      }
    >
      <Form ref={form} className={formClass} onSubmit={() => void (check() && captcha.submit())}>
        <TextField {...field("first_name")} label="First name" autoComplete="given-name" required />
        <TextField {...field("last_name")} label="Last name" autoComplete="family-name" required />
        <div className={styles["alone"]}>
          {hasMiddleName ? (
            <TextField
              {...field("middle_name")}
              label="Middle name"
              aside={<span className={styles["optional"]}>Optional</span>}
              autoComplete="additional-name"
            />
          ) : (
            <Button kind="link" onClick={() => setHasMiddleName(true)}>
              Add a middle name
            </Button>
          )}
        </div>
        <EmailField {...field("email")} />
        <CountryField
          country={country}
          error={problems.country}
          onChange={(value) => set("country", value)}
        />
        <NewPasswordFields field={field} />
        <div className={styles["end"]}>
          <TermsBox
            accepted={values.terms === CHECKED}
            error={problems.terms}
            onChange={(accepted) => set("terms", accepted ? CHECKED : "")}
          />
          {captcha.widget}
          <Button type="submit" kind="accent" wide loading={captcha.sending}>
            Sign up
          </Button>
          {/* Last, for it comes when the page is live: above, it would move the button from under a press. */}
          <KeptOrder />
        </div>
      </Form>
    </AccountFrame>
  );
}
