import type { NewPasskeyOptions, PasskeyRequest } from "@wattle/contracts/passkeys";

/** Code that talks to authenticators, fetched when it is first used: no page needs it to be shown. */
const load = () => import("@simplewebauthn/browser");

/**
 * Has a passkey sign what the server asks for.
 * @param autofill offers passkeys in the email field and waits until one is chosen there
 * @throws what the browser throws if none was chosen; `isReplaced` tells whether another question has taken its place
 */
export async function signWithPasskey(request: PasskeyRequest, { autofill = false } = {}) {
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON: request, useBrowserAutofill: autofill });
}

/** Has the browser make a passkey. @throws what the browser throws if none was made */
export async function makePasskey(options: NewPasskeyOptions) {
  const { startRegistration } = await load();
  return startRegistration({ optionsJSON: options });
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code;

/** Whether the person has been asked something else meanwhile, or has left. */
export const isReplaced = (error: unknown): boolean => codeOf(error) === "ERROR_CEREMONY_ABORTED";

/** Whether the device has a passkey of the account already. */
export const isThere = (error: unknown): boolean =>
  codeOf(error) === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
