// A program that customers take, with a library that we do not use, checks a proof of reserves of Ethereum against a node.
import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { HDKey } from "@scure/bip32";
import { addressOfKey } from "@wattle/ethereum/address";
import { signMessage } from "@wattle/ethereum/message";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signDocument } from "../signed-quotes/sign-document.ts";
import { hasAnvil, startAnvil, type AnvilNode } from "./anvil-node.ts";

const ROOT = path.join(import.meta.dirname, "../../../..");
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const SIGNING_KEY = { kid: "test", privateKey };

const MASTER = HDKey.fromMasterSeed(new Uint8Array(32).fill(3));
/** Both halves of the treasury's key at a place. */
function keyAt(index: number) {
  const key = MASTER.derive(`m/44'/60'/1'/0/${index}`);
  if (key.publicKey === null || key.privateKey === null) throw new TypeError("the key has no halves");
  return { address: addressOfKey(key.publicKey).address, privateKey: key.privateKey };
}

interface Item {
  address: string;
  amount: string;
  readonly outputs: { txid: string; output: number; amount: string }[];
  proof: string;
}

const ETHER_OWED = { currency: "ETH", total: "160000000" };

describe.skipIf(!hasAnvil)("examples/verify-reserves.mjs", () => {
  let anvil: AnvilNode;
  let server: Server;
  const documents = new Map<string, object>();
  let block: { readonly height: number; readonly hash: string };

  beforeAll(async () => {
    anvil = await startAnvil();
    await anvil.send(keyAt(0).address, 1_234_567_890_123_456_789n);
    await anvil.send(keyAt(1).address, 5n * 10n ** 17n);
    await anvil.mine(1);
    const { hash } = (await anvil.ask("eth_getBlockByNumber", ["latest", false])) as {
      readonly hash: string;
    };
    block = { height: 1, hash };
    // Later blocks change balances, and not those at the block.
    await anvil.send(keyAt(1).address, 1n);
    await anvil.mine(1);
    server = createServer((request, response) => {
      response.end(JSON.stringify(documents.get(request.url ?? "")));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(async () => {
    server.close();
    await anvil.close();
  });

  /** Publishes a proof with something changed before the exchange signs it. */
  function publish(
    change: (items: Item[], networks: { network: string; hash: string }[]) => void,
    trees: readonly { readonly currency: string; readonly total: string }[] = [ETHER_OWED],
  ): void {
    const publishOne = (name: string, document: object) =>
      documents.set(`/.well-known/${name}.json`, {
        ...document,
        signature: signDocument(document, SIGNING_KEY, `${name}+json`),
      });
    documents.set("/.well-known/jwks.json", {
      keys: [{ ...publicKey.export({ format: "jwk" }), kid: "test" }],
    });
    publishOne("liabilities", { id: "owed", trees });
    const message = `Wattle reserves proof owed ${block.hash}`;
    const items = ["1.23456789", "0.50000000"].map((amount, index): Item => {
      const { address, privateKey: key } = keyAt(index);
      return { address, amount, outputs: [], proof: signMessage(message, key) };
    });
    const isOwed = trees.includes(ETHER_OWED);
    const owed = isOwed ? { owed: "1.60000000", cover: "1.0841" } : { owed: "0.00000000", cover: null };
    const held = { currency: "ETH", total: "1.73456789", ...owed, items };
    const networks = [{ network: "ethereum", ...block, currencies: [held] }];
    change(items, networks);
    publishOne("reserves", {
      id: "proof",
      liabilities: "owed",
      networks,
      checks: [{ network: "ethereum", height: 70, checked_at: "2026-11-28T10:00:00Z" }],
      spent: [],
      lower: [],
    });
  }

  const check = (...more: readonly string[]) =>
    new Promise<string>((resolve) => {
      const { port } = server.address() as AddressInfo;
      const words = ["examples/verify-reserves.mjs", `http://127.0.0.1:${port}`, ...more];
      execFile(process.execPath, words, { cwd: ROOT }, (error, out, problem) =>
        resolve(`${out}${problem}exit ${error?.code ?? 0}\n`),
      );
    });

  test("proves what is held, and asks a node for the balances at the block", async () => {
    publish(() => {});
    const alone = await check();
    expect(alone).toContain("ETH: 1.73456789 held, 1.60000000 owed, cover 1.0841: proven.");
    expect(alone).toContain(
      `Ask a node of ethereum whether block 1 is ${block.hash}, and the balances there of:`,
    );
    expect(alone).toContain(`  ${keyAt(1).address}\n`);
    expect(await check(anvil.address)).toContain(
      "Your node of ethereum has block 1, and these balances there.",
    );
  });

  test.each<[string, Parameters<typeof publish>[0], (address: string) => string]>([
    [
      "a signature of another address",
      ([one, two]) => {
        if (one && two) two.proof = one.proof;
      },
      (address) => `${address}: its proof is wrong.`,
    ],
    [
      "a signature that is none",
      ([, two]) => {
        if (two) two.proof = "0x00";
      },
      (address) => `${address}: its proof is wrong.`,
    ],
    [
      "outputs, which Ethereum has not",
      ([, two]) => void two?.outputs.push({ txid: "0x", output: 0, amount: "0.50000000" }),
      (address) => `${address}: its outputs do not add up.`,
    ],
    [
      "an amount that makes another sum",
      ([, two]) => {
        if (two) two.amount = "0.60000000";
      },
      () => "ETH: the addresses do not add up.",
    ],
    [
      "an address twice",
      (items) => void items.push(...items.slice(1)),
      (address) => `${address} is counted twice.`,
    ],
    [
      "a foreign address",
      ([, two]) => {
        if (two) two.address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
      },
      () => "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed: its proof is wrong.",
    ],
    [
      "another block",
      (_items, [network]) => {
        if (network) network.hash = `0x${"0".repeat(64)}`;
      },
      () => "its proof is wrong.",
    ],
  ])("says so: %s", async (_case, change, text) => {
    publish(change);
    expect(await check()).toContain(text(keyAt(1).address));
  });

  test("says when the exchange looked last, and that money at banks is not proven", async () => {
    publish(() => {}, [ETHER_OWED, { currency: "AUD", total: "500" }, { currency: "BTC", total: "0" }]);
    const said = await check();
    expect(said).toContain(
      "On 2026-11-28T10:00:00Z, at block 70 of ethereum, the exchange found nothing spent.",
    );
    expect(said).toContain("No proof of reserves has money at banks: AUD.");
    expect(said).toContain("exit 0\n");
  });

  test("fails for coins that are owed and not in the proof, and names them", async () => {
    publish(() => {}, [ETHER_OWED, { currency: "BTC", total: "1" }, { currency: "LTC", total: "7" }]);
    const said = await check();
    expect(said).toContain("ETH: 1.73456789 held, 1.60000000 owed, cover 1.0841: proven.");
    expect(said).toContain("BTC, LTC: owed, and not proven.\nexit 1\n");
  });

  test("counts a coin that no tree has as owed to no one", async () => {
    publish(() => {}, []);
    const said = await check();
    expect(said).toContain("ETH: 1.73456789 held, 0.00000000 owed, cover –: proven.");
    expect(said).toContain("exit 0\n");
  });

  test("fails for a network that it does not know", async () => {
    publish((_items, [network]) => {
      if (network) network.network = "constructor";
    });
    expect(await check()).toContain("constructor: this program does not know that network.\nexit 1\n");
  });

  test("says so: a balance that the node does not know", async () => {
    publish(([one, two]) => {
      if (one && two) [one.amount, two.amount] = ["1.00000000", "0.73456789"];
    });
    expect(await check()).toContain("proven.");
    expect(await check(anvil.address)).toContain(`${keyAt(0).address}: your node knows another balance.`);
  });
});
