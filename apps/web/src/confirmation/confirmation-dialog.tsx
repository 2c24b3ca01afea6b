import { useRef, useState } from "react";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { PasswordField } from "../controls/password-field.tsx";
import { MantineFrame } from "../controls/theme/frame.tsx";
import { alertFailure, callFailure } from "../failed-call.ts";
import { useConfirmByPasskey } from "../passkeys/use-confirm-by-passkey.ts";
import { CodeField } from "../second-factor/code-field.tsx";
import { codeErrors, codeProblem, type CodeKind } from "../second-factor/login-code.ts";
import { trpc } from "../trpc.ts";
import { Form } from "../ui/form.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import type { Asked } from "./ask-confirmation.ts";
import { actOf } from "./confirmation-words.ts";
import styles from "./confirmation-dialog.module.css";

const problemOf = (name: "password" | "code", value: string): string | undefined =>
  name === "code" ? codeProblem(value) : value === "" ? "Password is a required field" : undefined;

/** Asks for the password, and the code of two-step login, before what a thief must not do. */
export function ConfirmationDialog({ asked }: { readonly asked: Asked }) {
  const form = useRef<HTMLFormElement>(null);
  const { field, values, check, refuse } = useCheckedForm({ fields: ["password", "code"], form, problemOf });
  const [chosen, setKind] = useState<CodeKind>("totp");
  const [demanded, setDemanded] = useState(false);
  const status = trpc.secondFactor.status.useQuery(undefined, { trpc: { context: { background: true } } });
  const { totp_since: hasApp = null, passkeys = 0 } = status.data ?? {};
  const asksCode = demanded || hasApp !== null || passkeys > 0;
  /** Without an authenticator app only recovery codes are typed. */
  const kind = hasApp === null && passkeys > 0 ? "recovery" : chosen;
  const confirm = trpc.sessions.confirm.useMutation({
    onSuccess: () => asked.answer(true),
    onError: (error) => {
      if (!asksCode && callFailure(error).code === "second_factor_required") {
        setDemanded(true);
        return;
      }
      const failure = alertFailure("Confirm", error);
      if (failure.errors !== undefined) refuse(codeErrors(failure.errors));
    },
  });
  const passkey = useConfirmByPasskey({
    has: passkeys > 0,
    onConfirmed: () => asked.answer(true),
  });
  const send = (): void => {
    if (confirm.isPending || !check(asksCode ? ["password", "code"] : ["password"])) return;
    const { password, code } = values;
    confirm.mutate({ password, ...(asksCode && { second_factor: { kind, code } }) });
  };
  return (
    <MantineFrame>
      <Dialog open title="Confirm it’s you" onClose={() => asked.answer(false)}>
        <Form ref={form} className={styles["form"]} onSubmit={send}>
          <p>Enter your password to {actOf(asked.procedure)}.</p>
          <PasswordField
            {...field("password")}
            label="Password"
            autoComplete="current-password"
            data-autofocus
            required
          />
          {asksCode && (
            <CodeField field={field("code")} kind={kind} {...(hasApp !== null && { onKind: setKind })} />
          )}
          <p className={styles["small"]}>We won’t ask again for 5 minutes.</p>
          <div className={styles["actions"]}>
            <Button kind="quiet" onClick={() => asked.answer(false)}>
              Cancel
            </Button>
            <Button type="submit" loading={confirm.isPending}>
              Confirm
            </Button>
          </div>
          {passkey.offered && (
            <Button kind="quiet" wide loading={passkey.asking} onClick={passkey.ask}>
              Use a passkey
            </Button>
          )}
        </Form>
      </Dialog>
    </MantineFrame>
  );
}
