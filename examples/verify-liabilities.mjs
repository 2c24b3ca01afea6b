/**
 * Checks with nothing but Node that your balance is counted in what the exchange published that it owes.
 *
 *   WATTLE_TOKEN=wat_… node verify-liabilities.mjs
 *
 * The token needs the scope read. The rules are in docs/decisions/0160-proof-of-liabilities.md; nothing here is shared with
 * the exchange's own program.
 */
import { createHash, createPublicKey, verify } from "node:crypto";

const url = process.env.WATTLE_URL ?? "http://localhost:3000";
const token = process.env.WATTLE_TOKEN;

async function get(path, headers = {}) {
  const response = await fetch(url + path, { headers });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${answer.message} (${answer.code})`);
  return answer;
}

const own = (path) => get(path, { authorization: `Bearer ${token}` });
const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();

function check(holds, problem) {
  if (!holds) throw new Error(problem);
}

/** A whole number from 0 to what 64 bits hold: a negative one would hide what is owed to others. */
function units(text) {
  check(/^(0|[1-9]\d*)$/.test(text) && BigInt(text) < 2n ** 64n, `${text} is no amount.`);
  return BigInt(text);
}

function be64(amount) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(amount);
  return bytes;
}

function bytesOf(hex, length) {
  check(new RegExp(`^[0-9a-f]{${2 * length}}$`).test(hex), `${hex} is not ${length} bytes in hex.`);
  return Buffer.from(hex, "hex");
}

/** Throws unless one of the published keys signed exactly this document. */
async function checkSignature({ signature, ...document }) {
  const [header, payload, signed] = signature.split(".");
  const { alg, typ, kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  check(alg === "EdDSA" && typ === "liabilities+json", "This is not signed as a proof of liabilities.");
  const jwk = (await get("/.well-known/jwks.json")).keys.find((key) => key.kid === kid);
  check(jwk, "No published key has this key id.");
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const genuine = verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signed, "base64url"));
  const says = Buffer.from(payload, "base64url").toString();
  check(genuine && says === JSON.stringify(document), "The signature does not fit the document.");
}

/** Climbs from a leaf to the root. */
function climb(customer, { amount, nonce, path }) {
  const leaf = [Buffer.from([0]), bytesOf(nonce, 16), Buffer.from(customer), be64(units(amount))];
  let node = { hash: sha256(...leaf), sum: units(amount) };
  let place = "";
  for (const { side, hash, sum } of path) {
    const other = { hash: bytesOf(hash, 32), sum: units(sum) };
    const [left, right] = side === "left" ? [other, node] : [node, other];
    const total = units(String(left.sum + right.sum));
    node = {
      hash: sha256(Buffer.from([1]), left.hash, be64(left.sum), right.hash, be64(right.sum)),
      sum: total,
    };
    place = (side === "left" ? "1" : "0") + place;
  }
  return { ...node, place };
}

/** Throws unless all that this customer has of a currency is below the published root. */
function checkCurrency(document, customer, { currency, amount, leaves, publication }) {
  const tree = document.trees.find((one) => one.currency === currency);
  check(tree && publication === document.id, `${currency} is not of the published document.`);
  const places = new Set();
  let sum = 0n;
  for (const leaf of leaves) {
    const { hash, sum: total, place } = climb(customer, leaf);
    check(2 ** leaf.path.length === tree.leaves, `${currency}: a path does not fit the number of leaves.`);
    check(hash.toString("hex") === tree.root, `${currency}: a path does not lead to the published root.`);
    check(total === units(tree.total), `${currency}: a path does not lead to the published total.`);
    check(!places.has(place), `${currency}: a leaf is counted twice.`);
    places.add(place);
    sum += units(leaf.amount);
  }
  check(sum === units(amount), `${currency}: the leaves do not add up.`);
  console.log(`${currency}: ${amount} of ${tree.total} smallest units, in ${leaves.length} leaves: counted.`);
}

try {
  check(token, "Make a token in the dashboard and put it into WATTLE_TOKEN.");
  const document = await get("/.well-known/liabilities.json");
  await checkSignature(document);
  console.log(`The document of ${document.created_at} is signed.`);
  const { user } = (await own("/api/users/me")).data;
  const { data } = await own("/api/users/liabilities");
  for (const liability of data) checkCurrency(document, user.id, liability);
  // Amounts that are not counted may have come since then.
  const balance = (await own("/api/users/balance")).data;
  for (const [currency, amount] of Object.entries(balance)) {
    const isCounted = data.some((liability) => liability.currency === currency);
    if (/[1-9]/.test(amount) && !isCounted)
      console.log(`${currency}: nothing was counted; now it is ${amount}.`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
