import { isRedirect } from "@wattle/contracts/apps";
import { useRef } from "react";
import { Button } from "../controls/button.tsx";
import { TextArea } from "../controls/text-area.tsx";
import { TextField } from "../controls/text-field.tsx";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Form } from "../ui/form.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { addressesOf } from "./token-words.ts";
import styles from "./token-form.module.css";

/** Parts of a list with one in each line: an address may have commas. */
const linesOf = (text: string): string[] => text.split(/\s+/).filter((part) => part !== "");

const FIELDS = ["app", "redirects", "works"] as const;

function problemOf(field: (typeof FIELDS)[number], value: string): string | undefined {
  if (field === "app") return value.trim() === "" ? "Name is a required field" : undefined;
  if (field === "works") return undefined;
  const redirects = linesOf(value);
  if (redirects.length === 0) return "Redirect addresses is a required field";
  return redirects.every(isRedirect) ? undefined : "Use https, or http on this computer";
}

/** Registers an app, to which other customers can give a token. */
export function AppForm({ onDone }: { readonly onDone: () => void }) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { values, field, check, refuse } = useCheckedForm({ fields: FIELDS, form, problemOf });
  const register = trpc.apps.register.useMutation({
    onSuccess: async () => {
      showAlert({ type: "success", text: "App registered" });
      await utils.apps.list.invalidate();
      onDone();
    },
    onError: (error) => {
      const { errors = {} } = alertFailure("App", error);
      // Each address of a list is refused at its own place; here they share one field.
      const at = (path: string) => Object.entries(errors).find(([name]) => name.startsWith(path))?.[1];
      const [app, redirects, works] = [at("name"), at("redirects"), at("addresses")];
      refuse({
        ...(app !== undefined && { app }),
        ...(redirects !== undefined && { redirects }),
        ...(works !== undefined && { works }),
      });
    },
  });
  const submit = (): void => {
    if (register.isPending || !check()) return;
    register.mutate({
      name: values.app,
      redirects: linesOf(values.redirects),
      addresses: addressesOf(values.works),
    });
  };
  return (
    <Form ref={form} className={styles["form"]} onSubmit={submit}>
      <TextField
        {...field("app")}
        label="Name of the app"
        hint="Customers see it next to your own name."
        autoComplete="off"
        maxLength={40}
        required
      />
      <TextArea
        {...field("redirects")}
        label="Redirect addresses"
        hint="Where we may send people back to, one a line. Use https, or http on this computer."
        rows={3}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <TextField
        {...field("works")}
        label="IP addresses of your servers (optional)"
        hint="The app’s tokens work only from these. An app that withdraws needs them."
        autoComplete="off"
        spellCheck={false}
      />
      <div>
        <Button type="submit" loading={register.isPending}>
          Register app
        </Button>{" "}
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
