/**
 * Countries that the FATF calls for action against (`high`), and those under its increased monitoring (publications of October 2025).
 * They are looked at again with each of its meetings, in February, June and October.
 */
export const RISKY_COUNTRIES: Readonly<Record<"high" | "medium", readonly string[]>> = {
  high: ["IR", "KP", "MM"],
  medium: "AO BG BO CD CI CM DZ HT KE LA LB MC NA NP SS SY VE VG VN YE".split(" "),
};

export const LISTED_COUNTRIES: ReadonlySet<string> = new Set(Object.values(RISKY_COUNTRIES).flat());
