import { useEffect, useRef, useState } from "react";
import { deviceName } from "@wattle/contracts/device-name";
import settings from "../ui/settings.module.css";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { SavedCheckbox } from "../controls/saved-checkbox.tsx";
import { Skeleton } from "../controls/skeleton.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { alertFailure } from "../failed-call.ts";
import { RecoveryCodeList } from "../second-factor/recovery-code-list.tsx";
import { RecoveryCodesLeft } from "../second-factor/recovery-codes-left.tsx";
import { useSecondFactor } from "../second-factor/use-second-factor.ts";
import { useSession } from "../session/session-store.ts";
import { isStaff } from "../session/staff-session.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { isThere, makePasskey } from "./browser-passkeys.ts";
import { alertPasskeyFailure } from "./passkey-failure.ts";
import { PasskeyRow } from "./passkey-row.tsx";
import { usePasskeysWork } from "./passkey-support.ts";

/** Makes a passkey on this device, called as the device is, and adds it to the account. */
function useCreate(onCreated: (codes: readonly string[] | null) => Promise<unknown>) {
  const { client } = trpc.useUtils();
  const [creating, setCreating] = useState(false);
  const create = async (): Promise<void> => {
    setCreating(true);
    try {
      const made = await makePasskey(await client.passkeys.registerOptions.mutate());
      const name = deviceName(navigator.userAgent);
      const { recovery_codes: codes } = await client.passkeys.register.mutate({ ...made, name });
      showAlert({ type: "success", text: "Passkey created" });
      await onCreated(codes);
    } catch (error) {
      const text = isThere(error)
        ? "This device already has a passkey for your account."
        : "No passkey was created. Try again.";
      alertPasskeyFailure("Create passkey", error, text);
    } finally {
      setCreating(false);
    }
  };
  return { create: () => void create(), creating };
}

/** Whether the password logs in without a passkey. */
function PasswordChoice({ allowed }: { readonly allowed: boolean }) {
  const utils = trpc.useUtils();
  const choose = trpc.passkeys.allowPassword.useMutation({
    onSuccess: () => showAlert({ type: "success", text: "Saved" }),
    onError: (error) => void alertFailure("Login settings", error),
    onSettled: () => utils.secondFactor.status.invalidate(),
  });
  return (
    <SavedCheckbox
      name="password-alone"
      label="Let my password log in without a passkey"
      about="Anyone who learns your password can then log in."
      checked={allowed}
      onSave={(on) => choose.mutateAsync({ allowed: on })}
    />
  );
}

/** The other ways in: recovery codes if there is no authenticator app, and the password if the customer allows it. */
function WithoutPasskey({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const status = useSecondFactor();
  const session = useSession();
  if (status === undefined) return <Skeleton />;
  return (
    <>
      {status.totp_since === null && (
        <RecoveryCodesLeft left={status.recovery_codes_left} onCodes={onCodes} />
      )}
      {session !== null && !isStaff(session) && <PasswordChoice allowed={status.password_alone} />}
    </>
  );
}

/** The account's passkeys: creating, renaming and removing them. */
export function Passkeys({ onCreated }: { readonly onCreated?: () => void }) {
  const works = usePasskeysWork();
  const utils = trpc.useUtils();
  const passkeys = trpc.passkeys.list.useQuery(undefined, { trpc: { context: { background: true } } });
  const [codes, setCodes] = useState<readonly string[]>();
  const place = useRef<HTMLDivElement>(null);
  const { create, creating } = useCreate(async (made) => {
    await Promise.all([utils.passkeys.list.invalidate(), utils.secondFactor.status.invalidate()]);
    if (made === null) onCreated?.();
    else setCodes(made);
  });
  useEffect(() => {
    if (passkeys.error !== null) alertFailure("Get passkeys", passkeys.error);
  }, [passkeys.error]);
  if (passkeys.data === undefined) return <Loaded query={passkeys} what="your passkeys" lines={3} />;
  return (
    <div className={settings["form"]} ref={place} tabIndex={-1}>
      <p className={settings["lead"]}>Use your fingerprint, face or screen lock instead of a password.</p>
      {passkeys.data.length > 0 && (
        <ul className={settings["sessions"]} aria-label="Passkeys">
          {passkeys.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {works ? (
        <div>
          <Button loading={creating} onClick={create}>
            Create a passkey
          </Button>
        </div>
      ) : (
        <p>This browser can’t create passkeys. Try another device.</p>
      )}
      {passkeys.data.length > 0 && <WithoutPasskey onCodes={setCodes} />}
      <Dialog open={codes !== undefined} title="If you lose your passkey">
        <RecoveryCodeList
          codes={codes ?? []}
          onDone={() => {
            setCodes(undefined);
            void utils.secondFactor.status.invalidate();
            place.current?.focus();
            onCreated?.();
          }}
        />
      </Dialog>
    </div>
  );
}
