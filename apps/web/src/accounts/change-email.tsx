import { fieldProblem } from "@wattle/contracts/field-rules";
import { useRef } from "react";
import { alertRefusal } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { EmailField } from "../controls/email-field.tsx";
import { PasswordField } from "../controls/password-field.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { Notice } from "../ui/notice.tsx";
import styles from "../ui/settings.module.css";
import { Form } from "../ui/form.tsx";

/** Giving the account another email address, which counts once its link was followed. */
export function ChangeEmail({ email, verified }: { readonly email: string; readonly verified: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const { field, values, check, refuse, reset } = useCheckedForm({
    fields: ["email", "current_password"],
    form,
    problemOf: (name, value) =>
      name === "email"
        ? fieldProblem("email", value)
        : value === ""
          ? "Current password is a required field"
          : undefined,
  });
  const change = trpc.accounts.changeEmail.useMutation({
    onSuccess: ({ message }) => {
      showAlert({ type: "success", text: message });
      reset();
    },
    onError: (error) => {
      alertRefusal("Change email", error, refuse);
    },
  });
  return (
    <Form
      ref={form}
      className={styles["form"]}
      onSubmit={() => {
        if (!change.isPending && check()) change.mutate(values);
      }}
    >
      <dl className={styles["facts"]}>
        <div>
          <dt>Current email</dt>
          <dd>{email}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>{verified ? "Confirmed" : "Not confirmed"}</dd>
        </div>
      </dl>
      {change.isSuccess && (
        <Notice kind="done">
          <p>We’ve emailed you a link. Nothing changes until you open it.</p>
        </Notice>
      )}
      <EmailField {...field("email")} label="New email" autoComplete="email" />
      <PasswordField
        {...field("current_password")}
        label="Your password"
        autoComplete="current-password"
        required
      />
      <div>
        <Button type="submit" loading={change.isPending}>
          Change email
        </Button>
      </div>
    </Form>
  );
}
