import { dateText } from "@wattle/contracts/days";
import { displayMoment } from "@wattle/exchange-core/display";
import { tickText } from "../../ui/moments.ts";
import { deskZone } from "./zone.ts";

/** A moment of an answer, ISO 8601, for people, in the installation's time zone: `21 Nov 2026, 8:42 am`. */
export const momentText = (at: string): string => displayMoment(Date.parse(at), deskZone());

/** Its day there: `21 Nov 2026`. */
export const dayOf = (at: string): string => dateText(Date.parse(at), deskZone());

/** Its time of day there: `8:42 am`. */
export const timeOf = (at: string): string => tickText(Date.parse(at), 0, deskZone());
