import { momentText } from "../ui/moment-text.ts";

/** When a hold ends, in the customer's own time. */
export function holdText(until: string): string {
  return `On hold until ${momentText(until)}`;
}
