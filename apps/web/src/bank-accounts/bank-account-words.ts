import { displayMoment } from "@wattle/exchange-core/display";

/** When a hold ends, in the customer's own time. */
export function holdText(until: string): string {
  return `On hold until ${displayMoment(Date.parse(until))}`;
}
