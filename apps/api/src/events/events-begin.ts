import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { EVENT_DAYS } from "@wattle/contracts/events";
import type { Services } from "../services.ts";

const EVENT_MILLISECONDS = EVENT_DAYS * DAY_MILLISECONDS;

/** When the events begin that are kept; milliseconds since 1970. */
export const eventsBegin = ({ clock }: Pick<Services, "clock">): bigint =>
  BigInt(clock.now() - EVENT_MILLISECONDS);
