/** What staff look at before they verify an identity. Free of zod: the desk reads it. */
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
