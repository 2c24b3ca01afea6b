/**
 * A new idempotency key: 128 random bits as hexadecimal text. `crypto.randomUUID` would do, but browsers keep it from
 * pages that are not served over HTTPS.
 */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
