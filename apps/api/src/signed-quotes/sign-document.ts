import { sign } from "node:crypto";
import type { SigningKey } from "./quote.ts";

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * Signs a published document as a compact JWS.
 * @param typ its type, of its own for each kind of document: no quote, no seal and no other document reads as one
 */
export function signDocument(
  document: object,
  { kid, privateKey }: Pick<SigningKey, "kid" | "privateKey">,
  typ: string,
): string {
  const signed = `${encode({ alg: "EdDSA", typ, kid })}.${encode(document)}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString("base64url")}`;
}
