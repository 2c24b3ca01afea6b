/** Checks that staff make before they verify an identity. Free of zod: the desk reads it. */
export const IDENTITY_CHECKS = [
  "photo_whole",
  "name_same",
  "number_same",
  "not_expired",
  "born_same_day",
  "face_same",
  "flags_seen",
] as const;
export type IdentityCheck = (typeof IDENTITY_CHECKS)[number];

/** Frequent reasons for sending an identity back; the customer reads them. */
export const SEND_BACK_PRESETS = [
  "The photo is blurred. Take it again in good light.",
  "A part of the document is cut off. Show all four corners.",
  "The document has expired. Send one that is valid.",
  "The name isn’t the one on the document. Enter it as it is there.",
] as const;

/** Firms that can check a customer's document and face in place of staff. */
export const IDENTITY_PROVIDERS = ["sumsub"] as const;
export type IdentityProviderName = (typeof IDENTITY_PROVIDERS)[number];

/** Their names, as people read them. */
export const PROVIDER_NAMES: Readonly<Record<IdentityProviderName, string>> = { sumsub: "Sumsub" };

/**
 * A provider's answers: the customer is at it; it checks; it approves; the customer may try again; it declines for good, or staff have to look for another reason.
 * `again` is no answer: staff sent the identity back, and the provider is asked nothing until the customer starts again.
 */
export const PROVIDER_STATES = ["started", "checking", "approved", "retry", "declined", "again"] as const;
export type ProviderState = (typeof PROVIDER_STATES)[number];

/** Message to a customer whose document or face the provider could not read; its own texts reach no customer. */
export const CHECK_AGAIN = "We couldn’t read your ID or recognise you. Show your ID again.";
