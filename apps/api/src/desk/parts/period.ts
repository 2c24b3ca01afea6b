import { addDays, startOfDay } from "@wattle/contracts/days";
import type { reportInput } from "@wattle/contracts/reports";
import type { z } from "zod";
import type { Config } from "../../config.ts";
import type { Services } from "../../services.ts";

/** The local days of a report, as times. */
export interface Period {
  /** The first and the last day, `2026-11-22`. */
  readonly days: { readonly from: string; readonly to: string; readonly timezone: string };
  /** Milliseconds since 1970; `before` is no longer part of it. */
  readonly from: bigint;
  readonly before: bigint;
}

/** When the first of some local days of the installation begins, and when the last one is over; milliseconds since 1970. */
export const daysOf = ({ TIME_ZONE }: Pick<Config, "TIME_ZONE">, from?: string, to?: string) => ({
  from: from === undefined ? undefined : startOfDay(from, TIME_ZONE),
  before: to === undefined ? undefined : startOfDay(addDays(to, 1), TIME_ZONE),
});

export function periodOf(
  { config }: Pick<Services, "config">,
  { from, to, timezone = config.TIME_ZONE }: z.output<typeof reportInput>,
): Period {
  return {
    days: { from, to, timezone },
    from: startOfDay(from, timezone),
    before: startOfDay(addDays(to, 1), timezone),
  };
}
