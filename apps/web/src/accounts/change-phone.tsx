import type { UserData } from "@wattle/contracts/accounts";
import { useRef } from "react";
import { Button } from "../controls/button.tsx";
import { TextField } from "../controls/text-field.tsx";
import { alertRefusal } from "../failed-call.ts";
import { knowSession } from "../session/know-session.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Form } from "../ui/form.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import styles from "../ui/settings.module.css";

/** The customer's phone number, the one detail that is the customer's own to change. */
export function ChangePhone({ user }: { readonly user: UserData["user"] }) {
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
      alertRefusal("Save details", error, refuse);
    },
  });
  return (
    <Form
      ref={form}
      className={styles["form"]}
      onSubmit={() => {
        if (!update.isPending) update.mutate({ phone: values.phone });
      }}
    >
      <TextField
        {...field("phone")}
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="Include the country code, like +61. Leave blank to remove it."
      />
      <div>
        <Button type="submit" loading={update.isPending}>
          Save
        </Button>
      </div>
    </Form>
  );
}
