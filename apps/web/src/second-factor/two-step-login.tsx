import type { SecondFactorStatus, TotpSecret } from "@wattle/contracts/second-factor";
import { useRef, useState } from "react";
import settings from "../ui/settings.module.css";
import { Button } from "../controls/button.tsx";
import { CopyRow } from "../controls/copy-row.tsx";
import { DangerDialog } from "../controls/danger-dialog.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { alertFailure, alertRefusal } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Form } from "../ui/form.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { CodeField } from "./code-field.tsx";
import { codeProblem } from "./login-code.ts";
import { RecoveryCodesLeft } from "./recovery-codes-left.tsx";
import { RecoveryCodeList } from "./recovery-code-list.tsx";
import { useSecondFactor } from "./use-second-factor.ts";
import styles from "./two-step-login.module.css";

const codeOnly = (_name: "code", value: string): string | undefined => codeProblem(value);

/** The first code shows that the app has the secret; only then does two-step login count. */
function ScanStep({
  made,
  onCodes,
}: {
  readonly made: TotpSecret;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { field, values, check, refuse } = useCheckedForm({ fields: ["code"], form, problemOf: codeOnly });
  const confirm = trpc.secondFactor.totpConfirm.useMutation({
    onSuccess: ({ recovery_codes: codes }) => onCodes(codes),
    onError: (error) => {
      alertRefusal("Two-step login", error, refuse);
    },
  });
  return (
    <Form
      ref={form}
      className={styles["scan"]}
      onSubmit={() => {
        if (!confirm.isPending && check()) confirm.mutate({ code: values.code });
      }}
    >
      <ol className={styles["steps"]}>
        <li>
          <p>Scan this with your authenticator app.</p>
          <QrCode text={made.uri} label="QR code for your authenticator app" />
          <CopyRow label="Or type this key" value={made.secret.replaceAll(/.{4}(?=.)/g, "$& ")} code />
        </li>
        <li>
          <CodeField field={field("code")} kind="totp" />
        </li>
        <li>
          <p>Save the recovery codes you get next.</p>
        </li>
      </ol>
      <Button type="submit" wide loading={confirm.isPending}>
        Turn on two-step login
      </Button>
    </Form>
  );
}

function TurnOn({ onMade }: { readonly onMade: (made: TotpSecret) => void }) {
  const begin = trpc.secondFactor.totpBegin.useMutation({
    onSuccess: onMade,
    onError: (error) => void alertFailure("Two-step login", error),
  });
  return (
    <div className={settings["form"]}>
      <p className={settings["lead"]}>
        After your password we’ll ask for a code from an app on your phone. A stolen password is not enough
        then.
      </p>
      <div>
        <Button loading={begin.isPending} onClick={() => begin.mutate()}>
          Set up two-step login
        </Button>
      </div>
    </div>
  );
}

function TurnedOn({
  status,
  onCodes,
  onOff,
}: {
  readonly status: SecondFactorStatus;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onOff: () => void;
}) {
  const [asked, setAsked] = useState(false);
  const disable = trpc.secondFactor.disable.useMutation({
    onSuccess: () => {
      showAlert({ type: "success", text: "Two-step login is off" });
      onOff();
    },
    onError: (error) => void alertFailure("Two-step login", error),
    onSettled: () => setAsked(false),
  });
  return (
    <div className={settings["form"]}>
      <RecoveryCodesLeft left={status.recovery_codes_left} onCodes={onCodes} />
      <div>
        <Button kind="quiet" onClick={() => setAsked(true)}>
          Turn off two-step login
        </Button>
      </div>
      <DangerDialog
        open={asked}
        title="Turn off two-step login?"
        act="Turn off two-step login"
        keep="Keep it on"
        acting={disable.isPending}
        onAct={() => {
          setAsked(false);
          disable.mutate();
        }}
        onKeep={() => setAsked(false)}
      >
        <p>
          {status.passkeys === 0
            ? "Your password alone will open your account. Your recovery codes stop working."
            : "You’ll log in with a passkey or a recovery code."}
        </p>
      </DangerDialog>
    </div>
  );
}

/** Turning two-step login on and off, and its recovery codes. */
export function TwoStepLogin() {
  const utils = trpc.useUtils();
  const status = useSecondFactor();
  const place = useRef<HTMLDivElement>(null);
  const [made, setMade] = useState<TotpSecret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const changed = (): Promise<void> => utils.secondFactor.status.invalidate();
  const show = (fresh: readonly string[]): void => {
    setCodes(fresh);
    void changed();
  };
  const close = (): void => {
    setMade(undefined);
    setCodes(undefined);
  };
  if (status === undefined) return <p>Loading your login settings</p>;
  return (
    <div ref={place} tabIndex={-1}>
      {isOn(status) ? (
        <TurnedOn status={status} onCodes={show} onOff={() => void changed()} />
      ) : (
        <TurnOn onMade={setMade} />
      )}
      <Dialog
        open={made !== undefined || codes !== undefined}
        title={codes === undefined ? "Set up two-step login" : "Two-step login is on"}
        {...(codes === undefined && { onClose: close })}
      >
        {codes !== undefined ? (
          <RecoveryCodeList
            codes={codes}
            onDone={() => {
              close();
              // The button that opened the dialog may be gone.
              place.current?.focus();
            }}
          />
        ) : (
          made !== undefined && <ScanStep made={made} onCodes={show} />
        )}
      </Dialog>
    </div>
  );
}

const isOn = ({ totp_since: since }: SecondFactorStatus): boolean => since !== null;
