import type { IdentityState } from "@wattle/contracts/identity";
import { PROVIDER_NAMES } from "@wattle/contracts/identity-checks";
import { DOCUMENT_STEP, LAST_STEP } from "./identity-steps.ts";

export type ProviderCheck = NonNullable<IdentityState["check"]>;

/** Whether the customer has to be checked at the provider before the form can be sent. */
export const isUnchecked = (check: IdentityState["check"]): check is ProviderCheck =>
  check !== null && check.state !== "done";

/** Why a step is asked, if a provider checks the document; undefined if it is as without one. */
export function whyAtProvider(check: IdentityState["check"], step: number): string | undefined {
  if (check === null) return undefined;
  const name = PROVIDER_NAMES[check.provider];
  if (step === DOCUMENT_STEP) return `${name} reads it and compares it with your face, on its own page.`;
  if (step !== LAST_STEP || check.state === "done") return undefined;
  return `Next, ${name} checks your ID and your face. Have your ID and a camera ready.`;
}
