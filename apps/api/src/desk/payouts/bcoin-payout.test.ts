/** Coins that come in and go out through a full node that others wrote, signed by the offline signer. */
import { parseAddress } from "@wattle/bitcoin/address";
import { readBlock, type Block } from "@wattle/bitcoin/block";
import { CHAINS } from "@wattle/bitcoin/chains";
import { mineBlock } from "@wattle/bitcoin/mine-block";
import type { Transaction } from "@wattle/contracts/history";
import { findChainState } from "@wattle/db/chains";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { BITCOIN } from "../../chains/bitcoin.ts";
import type { BitcoinNode } from "../../chains/bitcoin-node.ts";
import { STRANGER_SCRIPT, strangersPayment } from "../../chains/play/bitcoin/stranger.ts";
import { creditArrivals } from "../../coins/credit-arrivals.ts";
import { networkFollower } from "../../coins/start-following.ts";
import { walletTotals } from "../../coins/wallet-totals.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { startBcoin, type BcoinNode } from "../../testing/bcoin-node.ts";
import { CoinDesk, newSender, withdrawCoins, type Sender } from "../../testing/coin-payout.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { OfflineSigner } from "../../testing/offline-signer.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import { unitsOf } from "../../testing/units.ts";

const CHAIN = CHAINS.regtest;
const RATE = 5000n;
const SETTLED = 3;
const PATIENT = { timeout: 60_000, interval: 20 };

describe.each(DIALECTS)("a signed payout at a full node of others, on %s", (dialect) => {
  let bcoin: BcoinNode;
  let api: TestApp;
  let node: BitcoinNode;
  let desk: CoinDesk;
  let signer: OfflineSigner;
  /** The next block whose reward the stranger has not spent. */
  let reward = 1;

  beforeAll(async () => {
    signer = new OfflineSigner("regtest");
    bcoin = await startBcoin();
    api = await startTestApp({
      dialect,
      env: { BITCOIN_NODE: bcoin.address, BITCOIN_CHAIN: "regtest" },
    });
    if (api.services.networks.bitcoin === undefined) throw new Error("Bitcoin is off");
    ({ node } = api.services.networks.bitcoin);
    const { client } = await newStaff(api, "finance");
    desk = new CoinDesk(api, client, "BTC", signer.sign);
    const found = signer.descriptors(/wpkh\(\S+/g);
    for (const [at, role] of (["deposits", "treasury"] as const).entries())
      await mutateByTwo(api, client, "ops.wallets.add", { network: BITCOIN, role, descriptor: found[at] });
  });
  afterAll(async () => {
    await api.close();
    bcoin.close();
    signer.close();
  });

  const blockAt = async (height: number): Promise<Block> =>
    readBlock(CHAIN, await node.rawBlock((await node.hashAt(height)) ?? ""));
  /** Follows what the node has. The chain and the books must agree. */
  async function follow(): Promise<void> {
    const follower = networkFollower(api.services, BITCOIN);
    expect(await follower?.follow()).toBe("ok");
    await follower?.stop();
    await creditArrivals(api.services, BITCOIN);
    const { read } = api.services.database;
    const state = await findChainState(read, BITCOIN);
    expect(state?.paused_because).toBeNull();
    const totals = { network: BITCOIN, currency: "BTC" } as const;
    const { chain, books } = await walletTotals(read, totals, state?.settled_height ?? 0n);
    expect(books).toBe(chain);
    expect((await checkLedger(read)).mismatches).toEqual([]);
  }
  const waits = (txid: string) => vi.waitUntil(async () => (await node.mempool()).includes(txid), PATIENT);
  const network = {
    currency: "BTC",
    async mine(blocks: number) {
      await bcoin.mine(blocks);
      await follow();
    },
    async send(address: string, satoshi: bigint) {
      await follow();
      const [coinbase] = (await blockAt(reward++)).transactions;
      const coin = { txid: coinbase?.txid ?? "", output: 0, satoshi: coinbase?.outputs[0]?.satoshi ?? 0n };
      const script = Buffer.from(parseAddress(address, "regtest").script).toString("hex");
      const raw = strangersPayment([coin], [{ script, satoshi }], RATE) ?? new Uint8Array();
      expect(await node.send(raw)).toEqual({ accepted: true });
      const [txid = ""] = await vi.waitUntil(async () => {
        const waiting = await node.mempool();
        return waiting.length > 0 && waiting;
      }, PATIENT);
      return txid;
    },
  };

  const rowOf = async ({ client }: Sender, { id }: Pick<Transaction, "id">) =>
    (await client.get<{ data: Transaction }>(`/api/users/transactions/${id}`)).body.data;
  async function released() {
    const sender = await newSender(api, network);
    const asked = await withdrawCoins(sender);
    return { sender, asked, batch: await desk.released() };
  }
  /** Satoshi that a block pays to the customer's wallet. */
  const paidTo = ({ transactions }: Block, { address }: Sender): bigint => {
    const script = Buffer.from(parseAddress(address, "regtest").script).toString("hex");
    return transactions
      .flatMap(({ outputs }) => outputs)
      .reduce((sum, output) => sum + (output.script === script ? output.satoshi : 0n), 0n);
  };

  test("it is taken, mined and settled, and the books say what the chain does", async () => {
    const { sender, asked, batch } = await released();
    const { attempts } = await desk.sign(batch.id);
    await waits(attempts[0]?.txid ?? "");
    expect(await rowOf(sender, asked)).toMatchObject({ status: "sent", txid: attempts[0]?.txid });
    await network.mine(SETTLED);
    expect((await desk.get(batch.id)).status).toBe("settled");
    const row = await rowOf(sender, asked);
    expect(row.status).toBe("completed");
    const { height } = await node.tip();
    expect(paidTo(await blockAt(height - SETTLED + 1), sender)).toBe(unitsOf(row.debit ?? "", "BTC"));
  });

  test("a raised fee is mined in its place, although this node keeps the first one", async () => {
    const { sender, asked, batch } = await released();
    const first = await desk.sign(batch.id);
    await waits(first.attempts[0]?.txid ?? "");
    await desk.byTwo("bump", { id: batch.id, fee_rate: String(Number(first.fee_rate) * 2 + 2) });
    const { attempts } = await desk.sign(batch.id);
    const bumped = attempts.find(({ kind }) => kind === "bump")?.txid ?? "";
    const attempt = await api.services.database.read
      .selectFrom("coin_attempts")
      .select("raw")
      .where("txid", "=", bumped)
      .executeTakeFirstOrThrow();
    const { height } = await node.tip();
    const parent = await blockAt(height);
    const block = mineBlock(CHAIN, {
      parent: parent.hash,
      height: height + 1,
      time: parent.time + 1,
      rewards: [{ script: STRANGER_SCRIPT, satoshi: 1_000_000n }],
      transactions: [Buffer.from(attempt.raw ?? "", "hex")],
    });
    expect(await bcoin.ask("submitblock", [Buffer.from(block).toString("hex")])).toBeNull();
    await network.mine(SETTLED - 1);
    expect((await desk.get(batch.id)).status).toBe("settled");
    const row = await rowOf(sender, asked);
    expect([row.status, row.txid]).toEqual(["completed", bumped]);
    expect(paidTo(await blockAt(height + 1), sender)).toBe(unitsOf(row.debit ?? "", "BTC"));
  });
});
