import { addDays, isDay, startOfDay } from "@wattle/contracts/days";
import { isoTime } from "../../clock.ts";
import { UsageError } from "./command.ts";

/**
 * A moment from a command's option: a local day (its start or its last millisecond), or a time with its offset.
 * @throws UsageError for other text, and for a day that no calendar has
 */
export function momentOf(option: string, text: string, end: "start" | "last", timeZone: string): string {
  if (isDay(text)) {
    return isoTime(
      end === "start" ? startOfDay(text, timeZone) : startOfDay(addDays(text, 1), timeZone) - 1n,
    );
  }
  if (!Number.isNaN(Date.parse(text)) && /T.*(Z|[+-]\d\d:\d\d)$/.test(text))
    return new Date(text).toISOString();
  throw new UsageError(
    `--${option}: ${JSON.stringify(text)} is no day like 2026-01-31, nor a time like 2026-01-31T09:30:00Z`,
  );
}
