import { SEND_BACK_PRESETS, type IdentityCheck } from "@wattle/contracts/identity-checks";

const [BLURRED, CUT_OFF, EXPIRED, OTHER_NAME] = SEND_BACK_PRESETS;
/** Messages that fit a failed check. */
const FITTING: Readonly<Partial<Record<IdentityCheck, readonly string[]>>> = {
  photo_whole: [BLURRED, CUT_OFF],
  name_same: [OTHER_NAME],
  not_expired: [EXPIRED],
};

/** The messages to choose from, first those that fit the check that failed: none is chosen for the clerk. */
export const presetsFor = (check: IdentityCheck | undefined): readonly string[] => [
  ...new Set([...((check && FITTING[check]) ?? []), ...SEND_BACK_PRESETS]),
];
