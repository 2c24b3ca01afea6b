import { createHmac } from "node:crypto";

export const SECRET_PREFIX = "whsec_";

/**
 * The headers of a webhook as the Standard Webhooks specification has them (standardwebhooks.com).
 * @param secrets those that sign: usually one
 * @param timestamp whole seconds since 1970
 */
export function webhookHeaders(
  secrets: readonly string[],
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
