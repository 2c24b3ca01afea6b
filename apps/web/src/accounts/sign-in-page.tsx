import { useHydrated, useNavigate, useSearch } from "@tanstack/react-router";
import type { UserData } from "@wattle/contracts/accounts";
import { ERRORS } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { fieldProblem } from "@wattle/contracts/field-rules";
import { useId, useRef, useState, type ComponentProps } from "react";
import { knowSession } from "../session/know-session.ts";
import { KeptOrder } from "../session/kept-order.tsx";
import { AccountFrame, formClass } from "./account-frame.tsx";
import { refusalOf, useCaptcha } from "./use-captcha.tsx";
import { alertFailure, callFailure } from "../failed-call.ts";
import { usePasskeyLogin } from "../passkeys/use-passkey-login.ts";
import { CodeField } from "../second-factor/code-field.tsx";
import { LostAccess } from "../second-factor/lost-access.tsx";
import { codeErrors, codeProblem, type CodeKind } from "../second-factor/login-code.ts";
import { trpc } from "../trpc.ts";
import { clearAlerts } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { EmailField } from "../controls/email-field.tsx";
import { ErrorLine } from "../controls/error-line.tsx";
import { Checkbox } from "../controls/checkbox.tsx";
import { PasswordField } from "../controls/password-field.tsx";
import { buttonClass } from "../ui/button.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useStillWhilePressed } from "../ui/pointer-press.ts";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { destination, useLeadOn } from "../session/use-lead-on.ts";
import { forgetWantedPath } from "../session/wanted-path.ts";
import styles from "./sign-in-page.module.css";
import { Form } from "../ui/form.tsx";

/** The address by the shared rule; of a password only that there is one, for rules change and it was set by an older one. */
const problemOf = (name: "email" | "password" | "code", value: string): string | undefined =>
  name === "code"
    ? codeProblem(value)
    : name === "password" && value !== ""
      ? undefined
      : fieldProblem(name, value);

/** Marks fields of which one is wrong: what is wrong is said above them. */
const EITHER = "";

/** Steps after a login, by whatever proof. */
function useArrival(next: unknown) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  return async (data: UserData): Promise<void> => {
    const to = destination(next, data);
    await knowSession(utils, data);
    forgetWantedPath();
    clearAlerts();
    await navigate({ href: to, replace: true });
  };
}

/** The ways on for someone who has no password here. */
function OtherWays() {
  return (
    <>
      <SiteLink to="/forgot-password">Forgot your password?</SiteLink>
      <span>
        New here? <SiteLink to="/register">Sign up</SiteLink>
      </span>
    </>
  );
}

/** Logs in with a passkey, or says that this browser has none. @param isFirst whether it is the way to log in that is offered first */
function PasskeyButton({
  works,
  asking,
  ask,
  isFirst = false,
}: Pick<ReturnType<typeof usePasskeyLogin>, "works" | "asking" | "ask"> & { readonly isFirst?: boolean }) {
  // A prerendered page does not know yet whether there will be a button.
  const isLive = useHydrated();
  return (
    <div className={styles["passkey"]}>
      {works ? (
        <Button kind={isFirst ? "primary" : "quiet"} wide loading={asking} onClick={ask}>
          Log in with a passkey
        </Button>
      ) : (
        isLive && <p>Passkeys aren’t available here.</p>
      )}
    </div>
  );
}

function Remember(box: Pick<ComponentProps<typeof Checkbox>, "checked" | "onChange">) {
  return (
    <Checkbox
      name="remember"
      className={styles["remember"]}
      label="Keep me logged in on this device"
      {...box}
    />
  );
}

/** For someone who began an exchange and has no account yet. */
const SignUp = () => (
  <SiteLink to="/register" className={buttonClass("accent", true)}>
    New here? Sign up
  </SiteLink>
);

/** The sign-in page. */
export function SignInPage() {
  const { next } = useSearch({ strict: false });
  const form = useRef<HTMLFormElement>(null);
  const { field, values, check, refuse } = useCheckedForm({
    fields: ["email", "password", "code"],
    form,
    judgedWith: { email: ["password"] },
    problemOf,
  });
  const [remember, setRemember] = useState(true);
  const [kind, setKind] = useState<CodeKind>("totp");
  /** The password was right, and the account has two-step login or a passkey. */
  const [asksCode, setAsksCode] = useState(false);
  /** It has no authenticator app. */
  const [byPasskey, setByPasskey] = useState(false);

  const { email, password, code } = values;
  const refusal = useId();
  const isRefused = useStillWhilePressed(field("password").error === EITHER);
  const arrive = useArrival(next);
  const passkey = usePasskeyLogin({ remember, onLogin: arrive });

  const login = trpc.sessions.login.useMutation({
    onSuccess: arrive,
    onError: (error, { captcha: pass }) => {
      // The form is sent again by itself, with a pass.
      if (pass === undefined && callFailure(error).code === "captcha_required") return;
      captcha.reset();
      const failure = callFailure(error);
      if (!asksCode && failure.code === "second_factor_required") {
        clearAlerts();
        const hasNoApp = failure.errors?.["second_factor"]?.[0] === OWN_MESSAGES.passkeyOrRecovery;
        setByPasskey(hasNoApp);
        setKind(hasNoApp ? "recovery" : "totp");
        setAsksCode(true);
        return;
      }
      const { code: why, errors } = alertFailure("User login", error);
      if (errors === undefined) return;
      if (errors["email"] !== undefined) setAsksCode(false);
      refuse(why === "invalid_credentials" ? { password: [EITHER] } : codeErrors(errors));
    },
  });

  useLeadOn({ next, isOwn: !login.isIdle || passkey.isOwn });
  const captcha = useCaptcha({
    // After some failures the server asks for one.
    wanted: false,
    send: (pass) =>
      refusalOf(
        login.mutateAsync({
          email,
          password,
          remember,
          ...(asksCode && { second_factor: { kind, code } }),
          ...(pass !== null && { captcha: pass }),
        }),
      ),
  });

  return (
    <AccountFrame
      seed="auth.login"
      title={!asksCode ? "Log in" : byPasskey ? "Use your passkey" : "Enter your code"}
      more={asksCode ? <LostAccess email={email} password={password} /> : <OtherWays />}
    >
      <Form
        ref={form}
        className={formClass}
        aria-describedby={isRefused ? refusal : undefined}
        onSubmit={() => void (check(asksCode ? ["code"] : ["email", "password"]) && captcha.submit())}
      >
        {asksCode ? (
          <>
            <p>{email}</p>
            {byPasskey && <PasskeyButton {...passkey} isFirst />}
            <CodeField
              field={field("code")}
              kind={kind}
              {...(!byPasskey && { onKind: setKind })}
              focused={!byPasskey}
            />
          </>
        ) : (
          <>
            {isRefused && <ErrorLine id={refusal}>{ERRORS.invalid_credentials.message}</ErrorLine>}
            <EmailField
              {...field("email")}
              {...(isRefused && { error: EITHER })}
              autoComplete="username webauthn"
            />
            <PasswordField {...field("password")} label="Password" autoComplete="current-password" required />
            <Remember checked={remember} onChange={setRemember} />
          </>
        )}
        {captcha.widget}
        <Button
          type="submit"
          kind={asksCode && byPasskey ? "quiet" : "primary"}
          wide
          loading={captcha.sending}
        >
          {asksCode ? "Continue" : "Log in"}
        </Button>
        {asksCode ? (
          <Button kind="quiet" wide onClick={() => setAsksCode(false)}>
            Back
          </Button>
        ) : (
          <PasskeyButton {...passkey} />
        )}
        {/* Last, for it comes when the page is live: above, it would move the button from under a press. */}
        <KeptOrder>{!asksCode && <SignUp />}</KeptOrder>
      </Form>
    </AccountFrame>
  );
}
