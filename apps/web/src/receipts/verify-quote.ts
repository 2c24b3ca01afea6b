/** Result of checking a signature in the browser; `unable` if it cannot do Ed25519 or the keys cannot be read. */
export type Verdict = "genuine" | "forged" | "unable";

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function partOf(jws: string, place: 0 | 1): Readonly<Record<string, unknown>> | undefined {
  try {
    const part: unknown = JSON.parse(new TextDecoder().decode(bytesOf(jws.split(".")[place] ?? "")));
    return typeof part === "object" && part !== null ? { ...part } : undefined;
  } catch {
    return undefined;
  }
}

/** Claims of a compact JWS, its key's `kid` among them, unchecked; undefined if it has none. */
export const headerOf = (jws: string) => partOf(jws, 0);

/** The claims of a compact JWS, unchecked; undefined if there are none. */
export const claimsOf = (jws: string) => partOf(jws, 1);

/** A compact JWS with another first digit above zero in one of its claims, under the same signature. */
export function changeDigit(jws: string, claim: string): string {
  const [header, , signature] = jws.split(".");
  const claims = claimsOf(jws);
  const text = claims?.[claim];
  const changed =
    typeof text === "string" ? text.replace(/[1-9]/, (digit) => (digit === "1" ? "2" : "1")) : "1";
  const payload = new TextEncoder().encode(JSON.stringify({ ...claims, [claim]: changed }));
  const encoded = btoa(String.fromCharCode(...payload))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  return `${header}.${encoded.replace(/=+$/, "")}.${signature}`;
}

/**
 * Checks a compact JWS (RFC 7515, Ed25519) with the public key of its `kid`.
 * @param keys a JSON Web Key Set as it was published
 */
export async function verifyQuote(jws: string, kid: string, keys: unknown): Promise<Verdict> {
  const list = (keys as { readonly keys?: readonly JsonWebKey[] } | null)?.keys ?? [];
  const jwk = list.find((key) => (key as { readonly kid?: string }).kid === kid);
  if (jwk === undefined) return "forged";
  try {
    const [header = "", payload = "", signature = ""] = jws.split(".");
    const key = await crypto.subtle.importKey(
      "jwk",
      { kty: jwk.kty ?? "", crv: jwk.crv ?? "", x: jwk.x ?? "" },
      { name: "Ed25519" },
      false,
      ["verify"],
    );
    const signed = new TextEncoder().encode(`${header}.${payload}`);
    const genuine = await crypto.subtle.verify({ name: "Ed25519" }, key, bytesOf(signature), signed);
    return genuine ? "genuine" : "forged";
  } catch {
    return "unable";
  }
}
