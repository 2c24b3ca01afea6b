import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
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
import { forgetWantedPath, samePath, wantedPath } from "./wanted-path.ts";
import styles from "./sign-in-page.module.css";
import { Form } from "../ui/form.tsx";

interface Errors {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

const DRAFT_KEY = "pageExchange";

/** Where signing in leads: the page that was wanted, the exchange that was begun on the home page, or the dashboard. */
function destination(next: unknown): string {
  const wanted = samePath(next) ?? wantedPath();
  if (wanted !== undefined) return wanted;
  return readStored(DRAFT_KEY) === null ? "/dashboard" : "/dashboard/currency-exchange";
}

function missing(email: string, password: string): Errors {
  return {
    ...(email.trim() === "" ? { email: "Email is a required field" } : {}),
    ...(password === "" ? { password: "Password is a required field" } : {}),
  };
}

/** The sign-in page. */
export function SignInPage() {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const { next } = useSearch({ strict: false });
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [remember, setRemember] = useState(true);
  const [errors, setErrors] = useState<Errors>({});
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
      setErrors({ email: failure.errors?.["email"]?.[0], password: failure.errors?.["password"]?.[0] });
    },
  });

  const submit = (form: HTMLFormElement): void => {
    const found = missing(email, password);
    setErrors(found);
    const first = found.email !== undefined ? "email" : found.password !== undefined ? "password" : undefined;
    if (first !== undefined) {
      const field = form.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    void send();
  };

  async function send(): Promise<void> {
    if (sending || login.isPending) return;
    setSending(true);
    try {
      const pass = await captcha.solve();
      if (pass === undefined) return;
      await login
        .mutateAsync({ email, password, remember, ...(pass !== null && { captcha: pass }) })
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
      <Form className={formClass} onSubmit={submit}>
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={email}
          error={errors.email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setErrors((before) => ({ ...before, email: undefined }));
          }}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={errors.password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setErrors((before) => ({ ...before, password: undefined }));
          }}
        />
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
