import { SETTLED_ONRAMP_STATUSES } from "@wattle/contracts/choices";
import type { OnrampStatus } from "@wattle/contracts/onramp";

const FIRST_MILLISECONDS = 1_500;
const LONGEST_MILLISECONDS = 30_000;
const GROWTH = 1.5;

/**
 * How long to wait before an order is looked at again: a card is decided within seconds, so 1.5 seconds, then half as long
 * again each time, up to half a minute. False once nothing more is expected.
 * @param looks how often it has been looked at
 */
export function orderPoll(status: OnrampStatus | undefined, looks: number): number | false {
  if (status === undefined || SETTLED_ONRAMP_STATUSES.has(status)) return false;
  return Math.min(LONGEST_MILLISECONDS, Math.round(FIRST_MILLISECONDS * GROWTH ** Math.max(0, looks - 1)));
}
