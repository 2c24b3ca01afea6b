import { useEffect, useState } from "react";
import { deviceName } from "@wattle/contracts/device-name";
import settings from "../accounts/settings.module.css";
import { Button } from "../controls/button.tsx";
import { Skeleton } from "../controls/skeleton.tsx";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { isThere, makePasskey } from "./browser-passkeys.ts";
import { alertPasskeyFailure } from "./passkey-failure.ts";
import { PasskeyRow } from "./passkey-row.tsx";
import { usePasskeysWork } from "./passkey-support.ts";

/** Makes a passkey on this device, called as the device is, and adds it to the account. */
function useCreate(onCreated: () => Promise<unknown>) {
  const { client } = trpc.useUtils();
  const [creating, setCreating] = useState(false);
  const create = async (): Promise<void> => {
    setCreating(true);
    try {
      const made = await makePasskey(await client.passkeys.registerOptions.mutate());
      await client.passkeys.register.mutate({ ...made, name: deviceName(navigator.userAgent) });
      showAlert({ type: "success", text: "Passkey created" });
      await onCreated();
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

/** The account's passkeys: creating, renaming and removing them. */
export function Passkeys({ onCreated }: { readonly onCreated?: () => void }) {
  const works = usePasskeysWork();
  const utils = trpc.useUtils();
  const passkeys = trpc.passkeys.list.useQuery(undefined, { trpc: { context: { background: true } } });
  const { create, creating } = useCreate(async () => {
    await Promise.all([utils.passkeys.list.invalidate(), utils.secondFactor.status.invalidate()]);
    onCreated?.();
  });
  useEffect(() => {
    if (passkeys.error !== null) alertFailure("Get passkeys", passkeys.error);
  }, [passkeys.error]);
  if (passkeys.data === undefined) {
    return passkeys.isError ? (
      <p>We couldn’t load your passkeys. Reload the page to try again.</p>
    ) : (
      <Skeleton />
    );
  }
  return (
    <div className={settings["form"]}>
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
    </div>
  );
}
