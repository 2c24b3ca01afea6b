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
