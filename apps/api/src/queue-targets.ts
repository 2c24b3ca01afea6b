/** Within what time staff are to have worked through what waits. */
import { addDays, localDay, startOfDay } from "@wattle/contracts/days";
import { TARGETED_QUEUES, type Queue, type TargetedQueue } from "@wattle/contracts/today";
import { isoTime } from "./clock.ts";
import { isWeekend } from "./holidays.ts";

/** Hours on business days, by queue; a queue that is not there may take any time. */
export type QueueTargets = Readonly<Partial<Record<TargetedQueue, number>>>;

const HOUR = 60 * 60 * 1000;
const MOST_HOURS = 1_000;

/** One target of the list. */
export const QUEUE_TARGETS_TAKE = `pairs of ${TARGETED_QUEUES.join(", ")} and hours up to ${MOST_HOURS}, such as identities=24`;

/** Reads `identities=24,enquiries=8`. @returns undefined if it is not written like that */
export function parseQueueTargets(text: string): QueueTargets | undefined {
  const pairs = text
    .split(",")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "");
  const targets: Partial<Record<TargetedQueue, number>> = {};
  for (const pair of pairs) {
    const [, name, hours = ""] = /^(\w+)=(\d{1,4})$/.exec(pair) ?? [];
    const queue = TARGETED_QUEUES.find((each) => each === name);
    const time = Number.parseInt(hours, 10);
    if (queue === undefined || time < 1 || time > MOST_HOURS) return undefined;
    targets[queue] = time;
  }
  return targets;
}

/** The hours that a queue may take; undefined if none are set. */
export const targetOf = (targets: QueueTargets, queue: string): number | undefined =>
  Object.entries(targets).find(([name]) => name === queue)?.[1];

/**
 * When what waits since then is to be done. Days off do not count.
 * @param since milliseconds since 1970
 * @param isOff whether a local day is off: Saturdays and Sundays unless given
 * @returns milliseconds since 1970
 */
export function dueAt(since: bigint, hours: number, timeZone: string, isOff = isWeekend): bigint {
  let left = BigInt(hours * HOUR);
  let at = since;
  for (;;) {
    const day = localDay(at, timeZone);
    const end = startOfDay(addDays(day, 1), timeZone);
    if (!isOff(day)) {
      if (at + left <= end) return at + left;
      left -= end - at;
    }
    at = end;
  }
}

/** When what waits in a queue since then is to be done; null if nothing waits, or the installation sets no time. */
export function dueOf(
  { QUEUE_TARGETS, TIME_ZONE }: { readonly QUEUE_TARGETS: QueueTargets; readonly TIME_ZONE: string },
  queue: Queue,
  since: bigint | null,
): string | null {
  const hours = targetOf(QUEUE_TARGETS, queue);
  return since === null || hours === undefined ? null : isoTime(dueAt(since, hours, TIME_ZONE));
}
