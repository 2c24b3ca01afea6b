import { fieldProblem } from "@wattle/contracts/field-rules";
import { useRef } from "react";
import { alertRefusal } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { NewPasswordFields } from "../controls/new-password-fields.tsx";
import { PasswordField } from "../controls/password-field.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import styles from "../ui/settings.module.css";
import { Form } from "../ui/form.tsx";

/** Changing one's password; all other sessions and all API tokens of the account end. */
export function ChangePassword() {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { field, values, check, refuse, reset } = useCheckedForm({
    fields: ["current_password", "password", "password_confirmation"],
    form,
    judgedWith: { password: ["password_confirmation"] },
    problemOf: (name, value, all) =>
      name === "current_password"
        ? value === ""
          ? "Current password is a required field"
          : undefined
        : fieldProblem(name, value, { password: all.password }),
  });
  const change = trpc.accounts.changePassword.useMutation({
    onSuccess: async ({ message }) => {
      showAlert({ type: "success", text: message });
      reset();
      await utils.sessions.list.invalidate();
    },
    onError: (error) => {
      alertRefusal("Change password", error, refuse);
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
      <p className={styles["lead"]}>
        You’ll be logged out on other devices. API tokens stop working. Withdrawals are on hold for 24 hours.
      </p>
      <PasswordField
        {...field("current_password")}
        label="Current password"
        autoComplete="current-password"
        required
      />
      <NewPasswordFields label="New password" field={field} />
      <div>
        <Button type="submit" loading={change.isPending}>
          Change password
        </Button>
      </div>
    </Form>
  );
}
