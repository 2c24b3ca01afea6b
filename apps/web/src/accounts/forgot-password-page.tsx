import { fieldProblem } from "@wattle/contracts/field-rules";
import { useRef, useState } from "react";
import { alertRefusal } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { EmailField } from "../controls/email-field.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { AccountFrame, formClass } from "./account-frame.tsx";
import { Notice } from "../ui/notice.tsx";
import { refusalOf, useCaptcha } from "./use-captcha.tsx";
import { Form } from "../ui/form.tsx";

/** Asking for a link that sets a new password. */
export function ForgotPasswordPage() {
  const form = useRef<HTMLFormElement>(null);
  /** Address that the link was sent to. */
  const [sent, setSent] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  /** The button that was pressed goes, so the focus is where it was. */
  const show = (sentTo: string | undefined): void => {
    setSent(sentTo);
    place.current?.focus();
  };
  const { field, values, set, check, refuse, reset } = useCheckedForm({
    fields: ["email"],
    form,
    problemOf: (name, value) => fieldProblem(name, value),
  });
  const forgot = trpc.accounts.forgotPassword.useMutation({
    onSuccess: ({ message }, { email }) => {
      show(email);
      reset();
      captcha.reset();
      showAlert({ type: "success", text: message });
    },
    onError: (error) => {
      alertRefusal("Forgot password", error, refuse);
      captcha.reset();
    },
  });

  const captcha = useCaptcha({
    send: (pass) => refusalOf(forgot.mutateAsync({ email: values.email, captcha: pass })),
  });

  return (
    <AccountFrame
      seed="auth.forgot"
      title="Forgot your password?"
      lead={sent === undefined && <p>We’ll email you a link. It works once, for an hour.</p>}
      more={
        <>
          <SiteLink to="/login">Back to log in</SiteLink>
          {sent !== undefined && (
            <Button
              kind="link"
              onClick={() => {
                show(undefined);
                set("email", sent);
              }}
            >
              Send a new link
            </Button>
          )}
        </>
      }
    >
      <div ref={place} tabIndex={-1}>
        {sent === undefined ? (
          <Form ref={form} className={formClass} onSubmit={() => void (check() && captcha.submit())}>
            <EmailField {...field("email")} />
            {captcha.widget}
            <Button type="submit" kind="accent" wide loading={captcha.sending}>
              Send reset link
            </Button>
          </Form>
        ) : (
          <div className={formClass}>
            <Notice kind="done">
              <p>
                If <strong>{sent}</strong> has an account, we’ve sent it a link. It works once, for an hour.
              </p>
              <p>Check your inbox. Not there after a few minutes? Check your spam folder.</p>
            </Notice>
          </div>
        )}
      </div>
    </AccountFrame>
  );
}
