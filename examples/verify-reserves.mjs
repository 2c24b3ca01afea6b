/**
 * Checks the published proof of reserves: the exchange's signature, each key's proof over this very proof and block, and that the sums and
 * the cover add up, next to the published proof of liabilities.
 *
 *   npm install bip322-js ethers
 *   node verify-reserves.mjs https://exchange.example [https://your-ethereum-node.example]
 *
 * A coin that is owed and of which nothing is proven fails. Money at banks is in no such proof, and is named.
 *
 * The rules are in docs/decisions/0199-proof-of-reserves.md; nothing here is shared with the exchange's own program. If you name a node of
 * Ethereum, it is asked for the balances at the block. That Bitcoin's outputs are on chain and unspent is for a node of your own: the last
 * lines say which to ask for.
 */
import { createPublicKey, verify } from "node:crypto";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { Verifier } from "bip322-js";
import { verifyMessage } from "ethers";

const [url = "http://localhost:3000", etherNode] = process.argv.slice(2);

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

/** What differs between the networks. */
const NETWORKS = {
  bitcoin: {
    isSigned: (message, { address, proof }) => Verifier.verifySignature(address, message, proof), // BIP-322
    addsUp: ({ amount, outputs }) => sum(outputs.map((output) => output.amount)) === units(amount),
    partsOf: ({ outputs }) => outputs.map(({ txid, output }) => `${txid}:${output}`),
    ask: "for these outputs",
  },
  ethereum: {
    isSigned: (message, { address, proof }) => verifyMessage(message, proof) === address, // EIP-191
    // It has balances, and no outputs.
    addsUp: ({ outputs }) => outputs.length === 0,
    partsOf: ({ address }) => [address],
    ask: "the balances there of",
    node: etherNode,
  },
};

function factsOf(network) {
  check(Object.hasOwn(NETWORKS, network), `${network}: this program does not know that network.`);
  return NETWORKS[network];
}

/** Whether the key of an address signed the message. */
function isProven(network, message, item) {
  try {
    return factsOf(network).isSigned(message, item);
  } catch {
    return false;
  }
}

/** A processor checks so many signatures in about the time that a thread takes to start. */
const SIGNATURES_EACH = 500;

/** The first address whose proof is wrong, if there is one. Each processor has a part of many of them. */
async function firstUnproven(network, message, items) {
  const threads = Math.min(availableParallelism(), Math.ceil(items.length / SIGNATURES_EACH));
  if (threads <= 1) return items.find((item) => !isProven(network, message, item))?.address;
  const each = Math.ceil(items.length / threads);
  const parts = Array.from({ length: threads }, async (_, at) => {
    const part = items.slice(at * each, (at + 1) * each);
    const thread = new Worker(new URL(import.meta.url), { workerData: [network, message, part] });
    return (await once(thread, "message"))[0];
  });
  return (await Promise.all(parts)).find((address) => address !== undefined);
}

/** Each output counts once, and each address of Ethereum. */
function countOnce(seen, what) {
  check(!seen.has(what), `${what} is counted twice.`);
  seen.add(what);
}

async function askEtherNode(method, params) {
  const response = await fetch(etherNode, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = await response.json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Wei in a unit of 8 decimals. Amounts are rounded down to them. */
const WEI_PER_UNIT = 10n ** 10n;

/** Asks the node for the block and for each address's balance there. */
async function checkBalances({ height, hash, currencies }) {
  const at = `0x${height.toString(16)}`;
  const block = await askEtherNode("eth_getBlockByNumber", [at, false]);
  check(block?.hash === hash, `Your node has another block ${height}.`);
  for (const { address, amount } of currencies.flatMap(({ items }) => items)) {
    const balance = BigInt(await askEtherNode("eth_getBalance", [address, at]));
    check(balance / WEI_PER_UNIT === units(amount), `${address}: your node knows another balance.`);
  }
}

async function checkCurrency(network, message, seen, { currency, total, owed, cover, items }) {
  const { addsUp, partsOf } = factsOf(network);
  for (const item of items) {
    check(addsUp(item), `${item.address}: its outputs do not add up.`);
    for (const part of partsOf(item)) countOnce(seen, part);
  }
  const unproven = await firstUnproven(network, message, items);
  check(unproven === undefined, `${unproven}: its proof is wrong.`);
  check(sum(items.map((item) => item.amount)) === units(total), `${currency}: the addresses do not add up.`);
  const parts = units(owed) === 0n ? null : String((units(total) * 10_000n) / units(owed)).padStart(5, "0");
  check(
    cover === (parts && `${parts.slice(0, -4)}.${parts.slice(-4)}`),
    `${currency}: the cover is not held divided by owed.`,
  );
}

/** Codes of ISO 4217 are money at banks. */
const isMoney = (currency) => Intl.supportedValuesOf("currency").includes(currency);

/** Throws if a coin is owed and not in the proof. */
function checkComplete({ networks }, { trees }) {
  const held = new Set(networks.flatMap(({ currencies }) => currencies.map(({ currency }) => currency)));
  const unproven = trees
    .filter(({ currency, total }) => BigInt(total) > 0n && !held.has(currency))
    .map(({ currency }) => currency);
  const money = unproven.filter(isMoney);
  if (money.length > 0) console.log(`No proof of reserves has money at banks: ${money.join(", ")}.`);
  const coins = unproven.filter((currency) => !isMoney(currency));
  check(coins.length === 0, `${coins.join(", ")}: owed, and not proven.`);
}

/** Says when the exchange looked at a network last, and what was gone. */
function reportCheck({ checks, spent, lower }, network) {
  const look = checks.find((one) => one.network === network);
  check(look, `${network}: the exchange does not say when it looked.`);
  const of = (one) => one.network === network;
  const gone = [
    ...spent.filter(of).map(({ txid, output }) => `${txid}:${output} is spent`),
    ...lower.filter(of).map(({ address, amount }) => `${address} has ${amount} now`),
  ];
  const when = `On ${look.checked_at}, at block ${look.height} of ${network}`;
  console.log(`${when}, the exchange found ${gone.join(", ") || "nothing spent"}.`);
}

async function checkAll() {
  const document = await get("/.well-known/reserves.json");
  await checkSignature(document, "reserves+json");
  const liabilities = await get("/.well-known/liabilities.json");
  await checkSignature(liabilities, "liabilities+json");
  const seen = new Set();
  for (const held of document.networks) {
    const { network, height, hash, currencies } = held;
    const message = `Wattle reserves ${document.id} ${document.liabilities} ${hash}`;
    const before = seen.size;
    for (const currency of currencies) {
      await checkCurrency(network, message, seen, currency);
      // A newer proof of liabilities may have taken the place of the one that this stands next to. A coin without a tree is owed to no one.
      const tree = liabilities.trees.find((one) => one.currency === currency.currency);
      if (liabilities.id === document.liabilities)
        check(
          BigInt(tree?.total ?? 0) === units(currency.owed),
          `${currency.currency}: what is owed differs.`,
        );
      console.log(
        `${currency.currency}: ${currency.total} held, ${currency.owed} owed, cover ${currency.cover ?? "–"}: proven.`,
      );
    }
    const { ask, node } = factsOf(network);
    if (node) {
      await checkBalances(held);
      console.log(`Your node of ${network} has block ${height}, and these balances there.`);
    } else {
      console.log(`Ask a node of ${network} whether block ${height} is ${hash}, and ${ask}:`);
      for (const each of [...seen].slice(before)) console.log(`  ${each}`);
    }
  }
  for (const { network } of document.networks) reportCheck(document, network);
  checkComplete(document, liabilities);
}

if (isMainThread)
  await checkAll().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
else {
  const [network, message, items] = workerData;
  parentPort.postMessage(items.find((item) => !isProven(network, message, item))?.address);
}
