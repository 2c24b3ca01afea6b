import { UsageError } from "./command.ts";

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const MINUTE_MILLISECONDS = 60_000;

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function aheadOfUtc(epochMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(
    epochMs,
  );
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const ahead = (Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10)) * MINUTE_MILLISECONDS;
  return sign === "-" ? -ahead : ahead;
}

/** When a local day begins: zones that change their clocks at midnight are not looked at closer than the hour. */
function beginOf(year: number, month: number, day: number, timeZone: string): number {
  const midnight = Date.UTC(year, month - 1, day);
  const near = midnight - aheadOfUtc(midnight, timeZone);
  return midnight - aheadOfUtc(near, timeZone);
}

/**
 * A moment from a command's option: a local day (its start or its last millisecond), or a time with its offset.
 * @throws UsageError for other text, and for a day that no calendar has
 */
export function momentOf(option: string, text: string, end: "start" | "last", timeZone: string): string {
  const [, ...parts] = DAY.exec(text) ?? [];
  const [year = 0, month = 0, day = 0] = parts.map((part) => Number.parseInt(part, 10));
  if (parts.length === 0) {
    if (!Number.isNaN(Date.parse(text)) && /T.*(Z|[+-]\d\d:\d\d)$/.test(text))
      return new Date(text).toISOString();
  } else if (new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(text)) {
    const at =
      end === "start" ? beginOf(year, month, day, timeZone) : beginOf(year, month, day + 1, timeZone) - 1;
    return new Date(at).toISOString();
  }
  throw new UsageError(
    `--${option}: ${JSON.stringify(text)} is no day like 2026-01-31, nor a time like 2026-01-31T09:30:00Z`,
  );
}
