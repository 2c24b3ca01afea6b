import { TRPCClientError } from "@trpc/client";
import { alertFailure } from "../failed-call.ts";
import { showAlert } from "../ui/alert-store.ts";
import { isReplaced } from "./browser-passkeys.ts";

/**
 * Says why a passkey has not done what was asked.
 * @param prefix of the alert where the server refused, such as 'User login'
 * @param text where the browser has none, or its owner chose none
 */
export function alertPasskeyFailure(prefix: string, error: unknown, text: string): void {
  if (error instanceof TRPCClientError) alertFailure(prefix, error);
  else if (!isReplaced(error)) showAlert({ type: "error", text });
}

export const DID_NOT_WORK = "That passkey didn't work. Try again or use your password.";
