/** What came of checking a signature in the browser; `unable` where it cannot do Ed25519 or the keys cannot be read. */
export type Verdict = "genuine" | "forged" | "unable";

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The claims of a compact JWS, unchecked; undefined where there are none. */
export function claimsOf(jws: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytesOf(jws.split(".")[1] ?? "")));
    return typeof claims === "object" && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
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
