import type { IdentityCheck } from "@wattle/contracts/identity-checks";

/** Words of each check of an identity, next to its box and in its record. */
export const CHECK_WORDS: Readonly<Record<IdentityCheck, string>> = {
  photo_whole: "Photo is complete, sharp and not of a screen",
  name_same: "Name matches",
  number_same: "Number matches",
  not_expired: "Not expired",
  born_same_day: "Date of birth matches, 18 or older",
  face_same: "Same face as the selfie",
  flags_seen: "Flags checked",
};
