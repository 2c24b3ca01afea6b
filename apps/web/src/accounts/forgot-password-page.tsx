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
import { Notice } from "./notice.tsx";
import { refusalOf, useCaptcha } from "./use-captcha.tsx";
import { Form } from "../ui/form.tsx";

/** Asking for a link that sets a new password. */
export function ForgotPasswordPage() {
  const form = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(false);
  const { field, values, check, refuse, reset } = useCheckedForm({
    fields: ["email"],
    form,
    problemOf: (name, value) => fieldProblem(name, value),
  });
  const forgot = trpc.accounts.forgotPassword.useMutation({
    onSuccess: ({ message }) => {
      setSent(true);
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
      lead={<p>We’ll email you a link. It works once, for an hour.</p>}
      more={<SiteLink to="/login">Back to log in</SiteLink>}
    >
      <Form ref={form} className={formClass} onSubmit={() => void (check() && captcha.submit())}>
        {sent && (
          <Notice kind="done">
            <p>Check your inbox. Not there after a few minutes? Check your spam folder, or try again.</p>
          </Notice>
        )}
        <EmailField {...field("email")} />
        {captcha.widget}
        <Button type="submit" kind="accent" wide loading={captcha.sending}>
          Send reset link
        </Button>
      </Form>
    </AccountFrame>
  );
}
