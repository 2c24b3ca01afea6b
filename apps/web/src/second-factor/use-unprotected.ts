import { trpc } from "../trpc.ts";

/**
 * Whether only a password opens the account: there is neither two-step login nor a passkey. False until that is known.
 */
export function useUnprotected(): boolean {
  const { data } = trpc.secondFactor.status.useQuery(undefined, { trpc: { context: { background: true } } });
  return data !== undefined && data.totp_since === null && data.passkeys === 0;
}
