import type { UserData } from "@wattle/contracts/accounts";
import { useEffect, useEffectEvent, useState } from "react";
import { trpc } from "../trpc.ts";
import { signWithPasskey } from "./browser-passkeys.ts";
import { alertPasskeyFailure, DID_NOT_WORK } from "./passkey-failure.ts";
import { usePasskeysWork } from "./passkey-support.ts";

/** The browser's question is answered before the server forgets it, five minutes later. */
const RENEW_MILLISECONDS = 4 * 60_000;

interface PasskeyLogin {
  readonly remember: boolean;
  readonly onLogin: (data: UserData) => void;
}

/** Asks the server, then a passkey. */
function useSigning() {
  const { client } = trpc.useUtils();
  return async (autofill: boolean) => {
    const request = await client.sessions.passkeyOptions.mutate(undefined, {
      context: { background: autofill },
    });
    return signWithPasskey(request, { autofill });
  };
}

/**
 * Logging in with a passkey: by a button, and by choosing one in the email field where the browser offers them there.
 * @returns whether passkeys work here, what the button does, and whether it is doing it
 */
export function usePasskeyLogin({ remember, onLogin }: PasskeyLogin) {
  const works = usePasskeysWork();
  const sign = useSigning();
  const [asking, setAsking] = useState(false);
  const login = trpc.sessions.passkeyLogin.useMutation({ onSuccess: onLogin });
  const failed = (error: unknown): void => alertPasskeyFailure("User login", error, DID_NOT_WORK);

  const isArmed = works && !asking && !login.isPending && !login.isSuccess;
  const offer = useEffectEvent(async (isOver: () => boolean): Promise<void> => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.()) || isOver()) return;
    const answer = await sign(true);
    if (!isOver()) await login.mutateAsync({ ...answer, remember }).catch(failed);
  });
  useEffect(() => {
    if (!isArmed) return;
    let round = 0;
    const arm = (): void => {
      round += 1;
      const own = round;
      // If no one has chosen, it is no failure.
      offer(() => own !== round).catch(() => undefined);
    };
    arm();
    const renewing = setInterval(arm, RENEW_MILLISECONDS);
    return () => {
      round += 1;
      clearInterval(renewing);
    };
  }, [isArmed]);

  const ask = async (): Promise<void> => {
    setAsking(true);
    try {
      await login.mutateAsync({ ...(await sign(false)), remember });
    } catch (error) {
      failed(error);
    } finally {
      setAsking(false);
    }
  };
  return { works, ask: () => void ask(), asking, isOwn: asking || !login.isIdle };
}
