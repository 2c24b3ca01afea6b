/**
 * Checks the published proof of reserves: the exchange's signature, each key's proof over this very proof and block, and that the sums and
 * the cover add up, next to the published proof of liabilities.
 *
 *   npm install bip322-js
 *   node verify-reserves.mjs https://exchange.example
 *
 * The rules are in docs/decisions/0199-proof-of-reserves.md; nothing here is shared with the exchange's own program. That the outputs are on
 * chain and unspent is for a node of your own: the last lines say which to ask for.
 */
import { createPublicKey, verify } from "node:crypto";
import { Verifier } from "bip322-js";

const url = process.argv[2] ?? "http://localhost:3000";

async function get(path) {
  const response = await fetch(url + path);
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${answer.message} (${answer.code})`);
  return answer;
}

function check(holds, problem) {
  if (!holds) throw new Error(problem);
}

/** Whole units of 8 decimals. */
function units(text) {
  check(/^\d+\.\d{8}$/.test(text), `${text} is no amount.`);
  return BigInt(text.replace(".", ""));
}

const sum = (amounts) => amounts.reduce((total, amount) => total + units(amount), 0n);

/** Throws unless one of the published keys signed exactly this document. */
async function checkSignature({ signature, ...document }, type) {
  const [header, payload, signed] = signature.split(".");
  const { alg, typ, kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  check(alg === "EdDSA" && typ === type, `This is not signed as ${type}.`);
  const jwk = (await get("/.well-known/jwks.json")).keys.find((key) => key.kid === kid);
  check(jwk, "No published key has this key id.");
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const genuine = verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signed, "base64url"));
  const says = Buffer.from(payload, "base64url").toString();
  check(genuine && says === JSON.stringify(document), "The signature does not fit the document.");
}

function checkItem(message, { address, amount, outputs, proof }) {
  check(
    sum(outputs.map((output) => output.amount)) === units(amount),
    `${address}: its outputs do not add up.`,
  );
  check(Verifier.verifySignature(address, message, proof), `${address}: its proof is wrong.`);
}

function checkCurrency(message, seen, { currency, total, owed, cover, items }) {
  for (const item of items) {
    checkItem(message, item);
    for (const { txid, output } of item.outputs) {
      check(!seen.has(`${txid}:${output}`), `${txid}:${output} is counted twice.`);
      seen.add(`${txid}:${output}`);
    }
  }
  check(sum(items.map((item) => item.amount)) === units(total), `${currency}: the addresses do not add up.`);
  const parts = units(owed) === 0n ? null : String((units(total) * 10_000n) / units(owed)).padStart(5, "0");
  check(
    cover === (parts && `${parts.slice(0, -4)}.${parts.slice(-4)}`),
    `${currency}: the cover is not held divided by owed.`,
  );
}

try {
  const document = await get("/.well-known/reserves.json");
  await checkSignature(document, "reserves+json");
  const liabilities = await get("/.well-known/liabilities.json");
  await checkSignature(liabilities, "liabilities+json");
  const seen = new Set();
  for (const { network, height, hash, currencies } of document.networks) {
    const message = `Wattle reserves ${document.id} ${document.liabilities} ${hash}`;
    for (const currency of currencies) {
      checkCurrency(message, seen, currency);
      // A newer proof of liabilities may have taken the place of the one that this stands next to.
      const tree = liabilities.trees.find((one) => one.currency === currency.currency);
      if (liabilities.id === document.liabilities)
        check(
          tree && BigInt(tree.total) === units(currency.owed),
          `${currency.currency}: what is owed differs.`,
        );
      console.log(
        `${currency.currency}: ${currency.total} held, ${currency.owed} owed, cover ${currency.cover ?? "–"}: proven.`,
      );
    }
    console.log(`Ask a node of ${network} whether block ${height} is ${hash}, and for these outputs:`);
  }
  for (const output of seen) console.log(`  ${output}`);
  console.log(
    document.spent.length === 0
      ? `On ${document.checked_at} the exchange found all of them unspent.`
      : `On ${document.checked_at} the exchange found ${document.spent.length} of them spent.`,
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
