import { useNavigate, useSearch } from "@tanstack/react-router";
import { fieldProblem } from "@wattle/contracts/field-rules";
import { useRef, useState } from "react";
import { knowSession } from "./know-session.ts";
import { AccountFrame, formClass } from "../accounts/account-frame.tsx";
import { useCaptcha } from "../accounts/use-captcha.tsx";
import { alertFailure } from "../failed-call.ts";
import { readStored } from "../storage.ts";
import { trpc } from "../trpc.ts";
import { clearAlerts } from "../ui/alert-store.ts";
import { Button } from "../ui/button.tsx";
import { PasswordField, TextField } from "../ui/field.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { forgetWantedPath, samePath, wantedPath } from "./wanted-path.ts";
import styles from "./sign-in-page.module.css";
import { Form } from "../ui/form.tsx";

const DRAFT_KEY = "pageExchange";

/** Where signing in leads: the page that was wanted, the exchange that was begun on the home page, or the dashboard. */
function destination(next: unknown): string {
  const wanted = samePath(next) ?? wantedPath();
  if (wanted !== undefined) return wanted;
  return readStored(DRAFT_KEY) === null ? "/dashboard" : "/dashboard/currency-exchange";
}

/** The address by the shared rule; of a password only that there is one, for rules change and it was set by an older one. */
const problemOf = (name: "email" | "password", value: string): string | undefined =>
  name === "password" && value !== "" ? undefined : fieldProblem(name, value);

/** The sign-in page. */
export function SignInPage() {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const { next } = useSearch({ strict: false });
  const form = useRef<HTMLFormElement>(null);
  const { field, values, check, refuse } = useCheckedForm({ fields: ["email", "password"], form, problemOf });
  const [remember, setRemember] = useState(true);
  const [sending, setSending] = useState(false);
  // After some failures the server asks for one.
  const [suspected, setSuspected] = useState(false);
  const captcha = useCaptcha({ wanted: suspected });

  const login = trpc.sessions.login.useMutation({
    onSuccess: async (data) => {
      const to = destination(next);
      await knowSession(utils, data);
      forgetWantedPath();
      clearAlerts();
      await navigate({ href: to, replace: true });
    },
    onError: (error) => {
      const failure = alertFailure("User login", error);
      if (failure.code === "captcha_required") setSuspected(true);
      captcha.reset();
      if (failure.errors !== undefined) refuse(failure.errors);
    },
  });

  async function send(): Promise<void> {
    if (sending || login.isPending || !check()) return;
    setSending(true);
    try {
      const pass = await captcha.solve();
      if (pass === undefined) return;
      await login
        .mutateAsync({ ...values, remember, ...(pass !== null && { captcha: pass }) })
        // Told by onError.
        .catch(() => undefined);
    } finally {
      setSending(false);
    }
  }

  return (
    <AccountFrame
      seed="auth.login"
      title="Log in"
      more={
        <>
          <SiteLink to="/forgot-password">Forgot your password?</SiteLink>
          <span>
            New here? <SiteLink to="/register">Sign up</SiteLink>
          </span>
        </>
      }
    >
      {/* Without a script nothing may put a password into an address. */}
      <Form ref={form} className={formClass} onSubmit={() => void send()}>
        <TextField
          {...field("email")}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField {...field("password")} label="Password" autoComplete="current-password" required />
        <label className={styles["remember"]}>
          <input
            type="checkbox"
            name="remember"
            checked={remember}
            onChange={(event) => setRemember(event.currentTarget.checked)}
          />
          <span>Stay signed in on this device</span>
        </label>
        {captcha.widget}
        <Button type="submit" wide loading={sending || login.isPending}>
          Log in
        </Button>
      </Form>
    </AccountFrame>
  );
}
