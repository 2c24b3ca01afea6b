import type { PasskeyItem } from "@wattle/contracts/passkeys";
import { displayMoment } from "@wattle/exchange-core/display";
import { useEffect, useRef, useState } from "react";
import settings from "../ui/settings.module.css";
import { Button } from "../controls/button.tsx";
import { DangerDialog } from "../controls/danger-dialog.tsx";
import { TextField } from "../controls/text-field.tsx";
import { alertFailure, alertRefusal } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { Form } from "../ui/form.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import styles from "./passkeys.module.css";

const LONGEST_NAME = 60;

const nameProblem = (_name: "name", value: string): string | undefined =>
  value.trim() === "" ? "Name is a required field" : undefined;

function RenameForm({ passkey, onDone }: { readonly passkey: PasskeyItem; readonly onDone: () => void }) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const { field, values, check, refuse } = useCheckedForm({
    fields: ["name"],
    form,
    problemOf: nameProblem,
    initial: { name: passkey.name },
  });
  const rename = trpc.passkeys.rename.useMutation({
    onSuccess: async () => {
      await utils.passkeys.list.invalidate();
      onDone();
    },
    onError: (error) => alertRefusal("Rename passkey", error, refuse),
  });
  return (
    <Form
      ref={form}
      className={styles["rename"]}
      onSubmit={() => {
        if (!rename.isPending && check()) rename.mutate({ id: passkey.id, name: values.name });
      }}
    >
      <TextField {...field("name")} label="Name" maxLength={LONGEST_NAME} ref={input} required />
      <div className={styles["actions"]}>
        <Button type="submit" loading={rename.isPending}>
          Save
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/** A passkey: what it is called, when it was used, renaming and removing it. */
export function PasskeyRow({ passkey }: { readonly passkey: PasskeyItem }) {
  const { id, name, created_at: createdAt, last_used_at: lastUsedAt } = passkey;
  const utils = trpc.useUtils();
  const [does, setDoes] = useState<"rename" | "remove">();
  const nothing = (): void => setDoes(undefined);
  const remove = trpc.passkeys.remove.useMutation({
    onSuccess: () => Promise.all([utils.passkeys.list.invalidate(), utils.secondFactor.status.invalidate()]),
    onError: (error) => void alertFailure("Remove passkey", error),
  });
  if (does === "rename") {
    return (
      <li>
        <RenameForm passkey={passkey} onDone={nothing} />
      </li>
    );
  }
  return (
    <li>
      <div>
        <p className={settings["device"]}>{name}</p>
        <p className={settings["detail"]}>Created {displayMoment(Date.parse(createdAt))}</p>
        <p className={settings["detail"]}>
          {lastUsedAt === null ? "Not used yet" : `Last used ${displayMoment(Date.parse(lastUsedAt))}`}
        </p>
      </div>
      <div className={styles["actions"]}>
        <Button kind="quiet" onClick={() => setDoes("rename")}>
          Rename<span className="visually-hidden"> {name}</span>
        </Button>
        <Button kind="quiet" loading={remove.isPending} onClick={() => setDoes("remove")}>
          Remove<span className="visually-hidden"> {name}</span>
        </Button>
      </div>
      <DangerDialog
        open={does === "remove"}
        title={`Remove ${name}?`}
        act="Remove passkey"
        keep="Keep passkey"
        acting={remove.isPending}
        onAct={() => {
          nothing();
          remove.mutate({ id });
        }}
        onKeep={nothing}
      >
        <p>You won’t be able to log in with it.</p>
      </DangerDialog>
    </li>
  );
}
