/** Emails that customers can do without. All others, about security and money, cannot be switched off. Free of zod. */
export const OPTIONAL_EMAILS = ["receipts", "alerts", "statements"] as const;
export type OptionalEmail = (typeof OPTIONAL_EMAILS)[number];

/** As it follows "You get emails about". */
export const EMAIL_WORDS = {
  receipts: "each exchange",
  alerts: "price alerts",
  statements: "monthly statements",
} as const satisfies Record<OptionalEmail, string>;

export const isOptionalEmail = (text: string): text is OptionalEmail =>
  OPTIONAL_EMAILS.some((kind) => kind === text);

/**
 * Stored form of a customer's choices: the kinds that are off, as JSON text. A kind that no longer exists is left out.
 */
export function emailsOff(stored: string): OptionalEmail[] {
  const kinds = JSON.parse(stored) as readonly string[];
  return OPTIONAL_EMAILS.filter((kind) => kinds.includes(kind));
}
