import type { SecondFactorStatus, TotpSecret } from "@wattle/contracts/second-factor";
import { useRef, useState } from "react";
import settings from "../accounts/settings.module.css";
import { Button } from "../controls/button.tsx";
import { CopyRow } from "../controls/copy-row.tsx";
import { DangerDialog } from "../controls/danger-dialog.tsx";
import { alertFailure, alertRefusal } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Form } from "../ui/form.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { CodeField } from "./code-field.tsx";
import { codeProblem } from "./login-code.ts";
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
      className={settings["form"]}
      onSubmit={() => {
        if (!confirm.isPending && check()) confirm.mutate({ code: values.code });
      }}
    >
      <p>Scan this with your authenticator app, then enter its code.</p>
      <div className={styles["scan"]}>
        <QrCode text={made.uri} label="QR code for your authenticator app" />
        <CopyRow label="Or type this key" value={made.secret.replaceAll(/.{4}(?=.)/g, "$& ")} />
      </div>
      <CodeField field={field("code")} kind="totp" />
      <div>
        <Button type="submit" loading={confirm.isPending}>
          Turn on two-step login
        </Button>
      </div>
    </Form>
  );
}

function TurnOn({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const [made, setMade] = useState<TotpSecret>();
  const begin = trpc.secondFactor.totpBegin.useMutation({
    onSuccess: setMade,
    onError: (error) => void alertFailure("Two-step login", error),
  });
  if (made !== undefined) return <ScanStep made={made} onCodes={onCodes} />;
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
  left,
  onCodes,
  onOff,
}: {
  readonly left: number;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onOff: () => void;
}) {
  const [asked, setAsked] = useState(false);
  const renew = trpc.secondFactor.newRecoveryCodes.useMutation({
    onSuccess: ({ recovery_codes: codes }) => onCodes(codes),
    onError: (error) => void alertFailure("Recovery codes", error),
  });
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
      <p>{left === 1 ? "1 recovery code left" : `${left} recovery codes left`}</p>
      <div className={styles["actions"]}>
        <Button kind="quiet" loading={renew.isPending} onClick={() => renew.mutate()}>
          Get new recovery codes
        </Button>
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
        <p>Your password alone will open your account. Your recovery codes stop working.</p>
      </DangerDialog>
    </div>
  );
}

/** Turning two-step login on and off, and its recovery codes. */
export function TwoStepLogin() {
  const utils = trpc.useUtils();
  const status = useSecondFactor();
  const [codes, setCodes] = useState<readonly string[]>();
  const changed = (): Promise<void> => utils.secondFactor.status.invalidate();
  const show = (made: readonly string[]): void => {
    setCodes(made);
    void changed();
  };
  if (codes !== undefined) return <RecoveryCodeList codes={codes} onDone={() => setCodes(undefined)} />;
  if (status === undefined) return <p>Loading your login settings</p>;
  return isOn(status) ? (
    <TurnedOn left={status.recovery_codes_left} onCodes={show} onOff={() => void changed()} />
  ) : (
    <TurnOn onCodes={show} />
  );
}

const isOn = ({ totp_since: since }: SecondFactorStatus): boolean => since !== null;
