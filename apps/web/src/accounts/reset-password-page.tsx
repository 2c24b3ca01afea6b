import { useHydrated, useNavigate } from "@tanstack/react-router";
import { fieldProblem } from "@wattle/contracts/field-rules";
import { useEffect, useRef } from "react";
import { alertRefusal } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { EmailField } from "../controls/email-field.tsx";
import { NewPasswordFields } from "../controls/new-password-fields.tsx";
import { buttonClass } from "../ui/button.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { AccountFrame, formClass } from "./account-frame.tsx";
import { Form } from "../ui/form.tsx";

interface ResetPasswordPageProps {
  /** Both come from the mailed link. */
  readonly token: string;
  readonly email: string;
}

/** Choosing a new password by a mailed link. */
export function ResetPasswordPage({ token, email }: ResetPasswordPageProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  // The page is prerendered without its link: until it has been hydrated, nothing of the link may show.
  const hydrated = useHydrated();
  const { field, values, set, check, refuse } = useCheckedForm({
    fields: ["email", "password", "password_confirmation"],
    form,
    judgedWith: { password: ["password_confirmation"] },
    problemOf: (name, value, all) => fieldProblem(name, value, { password: all.password }),
  });
  const reset = trpc.accounts.resetPassword.useMutation({
    onSuccess: async ({ message }) => {
      showAlert({ type: "success", text: message });
      await navigate({ to: "/login" });
    },
    onError: (error) => {
      alertRefusal("Reset password", error, refuse);
    },
  });
  const filled = useRef(false);
  useEffect(() => {
    if (filled.current) return;
    filled.current = true;
    if (email !== "" && values.email === "") set("email", email);
  }, [email, values.email, set]);
  const useless = (hydrated && token === "") || reset.error?.data?.code === "token_invalid";

  return (
    <AccountFrame
      seed="auth.reset"
      title={useless ? "This link no longer works" : "Choose a new password"}
      lead={
        <p>
          {useless
            ? "Links work once, for an hour."
            : "You’ll be logged out on other devices. Withdrawals are on hold for 24 hours."}
        </p>
      }
      more={<SiteLink to="/login">Back to log in</SiteLink>}
    >
      {useless ? (
        <div className={formClass}>
          <SiteLink to="/forgot-password" className={buttonClass("accent", true)}>
            Get a new link
          </SiteLink>
        </div>
      ) : (
        <Form
          ref={form}
          className={formClass}
          onSubmit={() => {
            if (!reset.isPending && check()) reset.mutate({ ...values, token });
          }}
        >
          <EmailField {...field("email")} />
          <NewPasswordFields field={field} />
          <Button type="submit" kind="accent" wide loading={reset.isPending}>
            Change password
          </Button>
        </Form>
      )}
    </AccountFrame>
  );
}
