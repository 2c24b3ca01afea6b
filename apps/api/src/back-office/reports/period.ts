import type { reportInput } from "@wattle/contracts/reports";
import type { z } from "zod";
import { nextDay, startOfDay } from "../../local-days.ts";
import type { Services } from "../../services.ts";

/** The local days of a report, as times. */
export interface Period {
  /** The first and the last day, `2026-11-22`. */
  readonly days: { readonly from: string; readonly to: string; readonly timezone: string };
  /** Milliseconds since 1970; `before` is no longer part of it. */
  readonly from: bigint;
  readonly before: bigint;
}

export function periodOf(
  { config }: Pick<Services, "config">,
  { from, to, timezone = config.TIME_ZONE }: z.output<typeof reportInput>,
): Period {
  return {
    days: { from, to, timezone },
    from: startOfDay(from, timezone),
    before: startOfDay(nextDay(to), timezone),
  };
}
