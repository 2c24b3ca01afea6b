/**
 * Checks a held rate with nothing but Node: the `hash` of a rate is a compact JWS that the exchange signed with
 * Ed25519, so that anyone can prove later which price was promised, to whom, and until when.
 *
 *   node verify-quote.mjs          asks for a rate and checks it
 *   node verify-quote.mjs <hash>   checks one that was kept
 */
import { createPublicKey, verify } from "node:crypto";

const url = process.env.WATTLE_URL ?? "http://localhost:3000";

async function call(path, body) {
  const response = await fetch(url + path, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json" },
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.message} (${answer.code})`);
  return answer;
}

/** The claims of a quote. Throws if none of the published keys signed it. */
async function verified(hash) {
  const [header, payload, signature, ...rest] = hash.split(".");
  if (!signature || rest.length > 0) throw new Error("This is not a compact JWS.");
  const { alg, kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  if (alg !== "EdDSA") throw new Error(`Signed with ${alg}, not with Ed25519.`);
  const { keys } = await call("/.well-known/jwks.json");
  const jwk = keys.find((key) => key.kid === kid);
  if (!jwk) throw new Error("No published key has this quote's key id.");
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify(null, signed, key, Buffer.from(signature, "base64url"))) {
    throw new Error("The signature does not fit: this quote was changed, or is not ours.");
  }
  return JSON.parse(Buffer.from(payload, "base64url").toString());
}

async function askedFor() {
  return (await call("/api/get-rate", { credit_currency: "BTC", debit_currency: "AUD", credit: 1 })).hash;
}

try {
  const quote = await verified(process.argv[2] ?? (await askedFor()));
  const until = new Date(quote.exp * 1000).toISOString();
  console.log("The signature holds.");
  console.log(`1 ${quote.credit_currency} = ${quote.rate} ${quote.debit_currency}, fee ${quote.fee} %`);
  console.log(`Promised to ${quote.sub} until ${until}, quote ${quote.jti}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
