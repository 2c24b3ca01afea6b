import { displayMoment } from "@wattle/exchange-core/display";

/** A moment of an answer, ISO 8601, for people: `21 Nov 2026, 8:42 am`. */
export const momentText = (at: string): string => displayMoment(Date.parse(at));
