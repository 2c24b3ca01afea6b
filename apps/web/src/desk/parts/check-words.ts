import type { IdentityCheck } from "@wattle/contracts/identity-checks";

/** Words of each check of an identity, next to its box and in its record. */
export const CHECK_WORDS: Readonly<Record<IdentityCheck, string>> = {
  photo_whole: "Photo is whole, sharp, not of a screen",
  name_same: "Name is the same",
  number_same: "Number is the same",
  not_expired: "Not expired",
  born_same_day: "Born the same day, 18 or older",
  face_same: "Same face as the selfie",
  flags_seen: "Flags looked at",
};
