import { useState } from "react";
import { trpc } from "../trpc.ts";
import { signWithPasskey } from "./browser-passkeys.ts";
import { alertPasskeyFailure, DID_NOT_WORK } from "./passkey-failure.ts";
import { usePasskeysWork } from "./passkey-support.ts";

/**
 * Confirming who is there by a passkey.
 * @param has whether the account has one
 * @returns whether it can be offered here, what the button does, and whether it is doing it
 */
export function useConfirmByPasskey({
  has,
  onConfirmed,
}: {
  readonly has: boolean;
  readonly onConfirmed: () => void;
}) {
  const offered = usePasskeysWork() && has;
  const { client } = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const ask = async (): Promise<void> => {
    setAsking(true);
    try {
      const passkey = await signWithPasskey(await client.sessions.confirmOptions.mutate());
      await client.sessions.confirm.mutate({ passkey });
      onConfirmed();
    } catch (error) {
      alertPasskeyFailure("Confirm", error, DID_NOT_WORK);
    } finally {
      setAsking(false);
    }
  };
  return { offered, ask: () => void ask(), asking };
}
