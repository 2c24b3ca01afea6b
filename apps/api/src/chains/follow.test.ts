import { readBlock } from "@wattle/bitcoin/block";
import { CHAINS, type Chain } from "@wattle/bitcoin/chains";
import type { TransactionOutput } from "@wattle/bitcoin/transaction";
import { chainBlocksBetween, findChainState, outputsAt, watchScript } from "@wattle/db/chains";
import type { WriteTx } from "@wattle/db/database";
import { DIALECTS, freshDatabase, type FreshDatabase } from "@wattle/db/testing/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { StartTimer } from "../prices/timer.ts";
import { followDying } from "../testing/follow-dying.ts";
import { lateNode } from "../testing/late-node.ts";
import type { BitcoinNode } from "./bitcoin-node.ts";
import { createBitcoinSource } from "./bitcoin-source.ts";
import { createFollower } from "./follow.ts";
import type { ChainHooks, Followed } from "./followed.ts";
import { createBitcoinPlay } from "./play/bitcoin/bitcoin-play.ts";
import { createBitcoinPlayNode } from "./play/bitcoin/node.ts";
import { STRANGER_SCRIPT } from "./play/bitcoin/stranger.ts";
import type { PlayChain } from "./play/play-chain.ts";

const network = "bitcoin";
const DEPTH = 3;
/** A process that is silent for so long has lost its turn. */
const TURN = 5000;
const SCRIPT = "0014751e76e8199196d454941c45d1b3a323f1433bd6";
const pays = (satoshi: bigint) => [{ script: SCRIPT, satoshi }];

describe.each(DIALECTS)("a follower on %s", (dialect) => {
  let database: FreshDatabase;
  let chain: PlayChain<TransactionOutput>;
  let node: BitcoinNode;
  let now = Date.UTC(2026, 10, 27);
  let told: string[];
  beforeEach(async () => {
    database = await freshDatabase(dialect);
    const parts = { network, database, now: () => now };
    [chain, node] = [createBitcoinPlay(parts), createBitcoinPlayNode(parts)];
    told = [];
    await chain.begin();
    await database.write((tx) => watchScript(tx, network, SCRIPT, BigInt(now)));
  });
  afterEach(() => database.close());

  /** Notes in the transaction itself what is settled: twice the same would fail. */
  const noteSettled = async (tx: WriteTx, height: number) => {
    const note = { network: "noted", script: String(height), added_at: 0n };
    await tx.insertInto("watched_scripts").values(note).execute();
  };
  const noted = async () => {
    const rows = await database.read
      .selectFrom("watched_scripts")
      .select("script")
      .where("network", "=", "noted")
      .execute();
    return rows.map(({ script }) => Number(script)).toSorted((a, b) => a - b);
  };
  const hooks: ChainHooks = {
    onArrival: async (_tx, outputs) => void told.push(...outputs.map(({ amount }) => `arrived ${amount}`)),
    async onSettled(tx, { height, made, spent }) {
      await noteSettled(tx, height);
      told.push(
        ...made.map(({ amount }) => `settled ${amount}`),
        ...spent.map(({ amount }) => `left ${amount}`),
      );
    },
    async onUnsettled(tx, blocks) {
      for (const { height, made } of blocks) {
        await tx.deleteFrom("watched_scripts").where("script", "=", String(height)).execute();
        told.push(...made.map(({ amount }) => `unsettled ${amount}`));
      }
    },
  };
  interface Changes extends Partial<Followed> {
    readonly node?: BitcoinNode;
    readonly chain?: Chain;
  }
  const follower = (
    { node: asked = node, chain: expected = CHAINS.regtest, ...changes }: Changes = {},
    timer?: StartTimer,
  ) =>
    createFollower(
      {
        network,
        source: createBitcoinSource({
          network,
          chain: expected,
          node: asked,
          database,
          now: () => now,
          depth: DEPTH,
        }),
        database,
        now: () => now,
        from: "first block",
        hooks,
        every: 1000,
        follower: "one",
        ...changes,
      },
      timer,
    );
  const state = async () => (await findChainState(database.read, network))?.state;
  const followedHashes = async () =>
    (await chainBlocksBetween(database.read, network, 0n, 10_000n)).map(({ hash }) => hash);

  /** All that is stored is what the node's best branch says, and each settled height was told once. */
  async function expectTruth(): Promise<void> {
    const { height } = await node.tip();
    const hashes: string[] = [];
    for (let at = 0; at <= height; at++) {
      const hash = (await node.hashAt(at)) ?? "";
      hashes.push(hash);
      const { transactions } = readBlock(CHAINS.regtest, await node.rawBlock(hash));
      const { made } = await outputsAt(database.read, network, BigInt(at));
      const paid = transactions.flatMap(({ txid, outputs }) =>
        outputs.flatMap(({ script, satoshi }) => (script === SCRIPT ? [`${txid} ${satoshi}`] : [])),
      );
      expect(made.map(({ txid, amount }) => `${txid} ${amount}`).toSorted()).toEqual(paid.toSorted());
    }
    expect(await followedHashes()).toEqual(hashes);
    expect(await noted()).toEqual(Array.from({ length: height - DEPTH + 1 }, (_, at) => at + 1));
  }

  test("sees a payment, and settles it when three blocks have it below or in them", async () => {
    const { follow } = follower();
    await follow();
    await chain.send(pays(100_000n));
    await follow();
    expect(told).toEqual(["arrived 100000"]);
    await chain.mine(2);
    await follow();
    expect(told).toEqual(["arrived 100000"]);
    await chain.mine(1);
    await follow();
    expect(told).toEqual(["arrived 100000", "settled 100000"]);
    expect(await state()).toBe("ok");
    await expectTruth();
  });

  test("sees what leaves, in the block that made it as well", async () => {
    await database.write((tx) => watchScript(tx, network, STRANGER_SCRIPT, BigInt(now)));
    const first = await chain.send(pays(100_000n));
    const second = await chain.send(pays(200_000n));
    const { height } = await chain.mine(1);
    const { follow } = follower();
    await follow();
    const { made, spent } = await outputsAt(database.read, network, BigInt(height));
    expect(new Set(spent.map(({ spent_by }) => spent_by))).toEqual(new Set([first, second]));
    expect(made.filter(({ script }) => script === SCRIPT)).toHaveLength(2);
  });

  test.each([1, 2, 3, 4, 5, 6])("a reorganisation of depth %i", async (depth) => {
    const { follow } = follower();
    const dropped = await chain.send(pays(100_000n));
    await chain.mine(1);
    await chain.send(pays(200_000n));
    await chain.mine(depth - 1 || 1);
    await follow();
    await chain.reorganise(depth === 1 ? 2 : depth, [dropped]);
    await follow();
    await expectTruth();
    await chain.mine(DEPTH);
    await follow();
    await expectTruth();
    const settled = told.filter((each) => each === "settled 100000").length;
    expect(told.filter((each) => each === "unsettled 100000")).toHaveLength(settled);
    expect((await findChainState(database.read, network))?.paused_because ?? "").toMatch(
      depth < DEPTH ? /^$/ : /^a reorganisation replaced \d settled blocks$/,
    );
  });

  test.each([
    ["down", "unreachable"],
    ["reset", "behind"],
    ["behind", "behind"],
    ["lying", "invalid"],
  ] as const)("undoes nothing while the node is %s, and says so", async (broken, said) => {
    const { follow } = follower();
    await chain.send(pays(100_000n));
    await chain.mine(DEPTH);
    await follow();
    const before = [await followedHashes(), [...told]];
    await chain.mine(1);
    await chain.setNode({ state: broken });
    await follow();
    await follower().follow();
    expect([await followedHashes(), told, await state()]).toEqual([...before, said]);
    await chain.setNode({ state: "ok" });
    await follow();
    expect(await state()).toBe("ok");
    await expectTruth();
  });

  test.each([
    [
      "other blocks replace its newest",
      async () => {
        await chain.reorganise(DEPTH - 1, []);
      },
    ],
    [
      "another process takes over",
      async () => {
        now += TURN;
        await follower({ follower: `at ${now}` }).follow();
      },
    ],
  ])("follows a slow node, and tells all once, if before an answer arrives %s", async (_what, meanwhile) => {
    await follower().follow();
    let asked: number;
    let late = 0;
    do {
      await chain.send(pays(100_000n));
      await chain.mine(2);
      asked = 0;
      const slow = lateNode(node, async (earlier) => {
        asked = earlier + 1;
        if (earlier === late) await meanwhile();
      });
      now += TURN;
      await follower({ node: slow, follower: `slow ${late}` }).follow();
      now += TURN;
      await follower().follow();
      expect(await state()).toBe("ok");
    } while (asked > late++);
    expect(late).toBeGreaterThan(10);
    await expectTruth();
  });

  test("undoes nothing for a branch whose blocks are lies, or are no more work", async () => {
    const { follow } = follower();
    await chain.mine(3);
    await follow();
    const before = await followedHashes();
    await chain.reorganise(2, []);
    await chain.setNode({ state: "lying" });
    await follow();
    expect([await followedHashes(), await state()]).toEqual([before, "invalid"]);
    await chain.setNode({ state: "ok" });
    const tip = async () => ({ ...(await node.tip()), height: before.length - 1 });
    await follower({ node: { ...node, tip } }).follow();
    expect([await followedHashes(), await state()]).toEqual([before, "ok"]);
    await follow();
    await expectTruth();
  });

  test("believes no node of another chain, and no transaction with another id", async () => {
    await follower({ chain: CHAINS.main }).follow();
    expect([await state(), await followedHashes()]).toEqual(["invalid", []]);
    await chain.send(pays(100_000n));
    const other = { ...node, mempool: async () => ["f".repeat(64)] };
    const [txid] = await node.mempool();
    await follower({
      node: { ...other, rawTransaction: () => node.rawTransaction(txid ?? "") },
    }).follow();
    expect([await state(), told]).toEqual(["invalid", []]);
  });

  test("a process that dies between any two steps leaves a state from which the next one goes on", async () => {
    await chain.send(pays(100_000n));
    await chain.mine(DEPTH);
    await followDying(database, (dying) => follower({ database: dying }).follow());
    await follower().follow();
    await expectTruth();
  });

  test("one of two processes follows, and the other takes over once it stops or is silent", async () => {
    const [one, two] = [follower(), follower({ follower: "two" })];
    await Promise.all([one.follow(), two.follow()]);
    await expectTruth();
    const leader = async () => (await findChainState(database.read, network))?.follower;
    const first = await leader();
    await chain.mine(2);
    await Promise.all([one.follow(), two.follow()]);
    expect(await leader()).toBe(first);
    await (first === "one" ? one : two).stop();
    await chain.mine(1);
    await (first === "one" ? two : one).follow();
    const second = await leader();
    expect(second).not.toBe(first);
    now += TURN;
    await chain.mine(1);
    await (first === "one" ? one : two).follow();
    expect(await leader()).toBe(first);
    await expectTruth();
  });

  test("a process that waits for a slow node keeps its turn, and no other follows meanwhile", async () => {
    await follower().follow();
    await chain.mine(1);
    let renew: (() => void) | undefined;
    const others: unknown[] = [];
    const leasedUntil = async () => (await findChainState(database.read, network))?.leased_until ?? 0n;
    const slow = lateNode(node, async () => {
      now += TURN - 1;
      const before = await leasedUntil();
      renew?.();
      await vi.waitUntil(async () => (await leasedUntil()) > before, { timeout: 30_000 });
      others.push(await follower({ follower: "two" }).follow());
    });
    const timer: StartTimer = (run) => {
      renew = run;
      return () => (renew = undefined);
    };
    expect(await follower({ node: slow }, timer).follow()).toBe("ok");
    expect(others.length).toBeGreaterThan(5);
    expect(new Set(others)).toEqual(new Set([undefined]));
    expect(renew).toBeUndefined();
    await expectTruth();
    now += TURN;
    await chain.mine(1);
    expect(await follower({ follower: "two" }).follow()).toBe("ok");
    await expectTruth();
  });

  test("begins with the newest settled block of a chain that was there before", async () => {
    const { follow } = follower({ from: "settled block" });
    await chain.send(pays(100_000n));
    await follow();
    const { height } = await node.tip();
    expect((await chainBlocksBetween(database.read, network, 0n, 1000n))[0]?.height).toBe(
      BigInt(height - DEPTH + 1),
    );
    expect(told).toEqual(["arrived 100000"]);
    await chain.mine(DEPTH);
    await follow();
    expect(told).toEqual(["arrived 100000", "settled 100000"]);
  });
});
