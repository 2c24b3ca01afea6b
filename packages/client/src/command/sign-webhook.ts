import { createHmac, randomBytes } from "node:crypto";

const SECRET_PREFIX = "whsec_";
const SECRET = /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/;

export const isSecret = (text: string): boolean => SECRET.test(text);

export const newSecret = (): string => `${SECRET_PREFIX}${randomBytes(32).toString("base64")}`;

/**
 * The headers by which a receiver knows that an event is genuine, as standardwebhooks.com has them.
 * @param timestamp whole seconds since 1970
 */
export function webhookHeaders(
  secret: string,
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}
