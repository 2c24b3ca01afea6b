/** A chain that misbehaves, amid deposits, exchanges and payouts: nothing is credited twice, and nothing paid twice. */
import { parseAddress } from "@wattle/bitcoin/address";
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import type { Transaction } from "@wattle/contracts/history";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { findChainState } from "@wattle/db/chains";
import { listAttempts } from "@wattle/db/coin-attempts";
import type { PlayNode } from "@wattle/db/tables";
import { DIALECTS } from "@wattle/db/testing/databases";
import { attacks, noteFigures } from "@wattle/db/testing/trial";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate } from "../../testing/call-procedure.ts";
import {
  newSender,
  startCoinDesk,
  startEtherDesk,
  withdrawCoins,
  type CoinDesk,
  type Sender,
} from "../../testing/coin-payout.ts";
import { holdRate, payloadOf, postExchange } from "../../testing/exchanges.ts";
import { EtherNetwork } from "../../testing/ether-network.ts";
import { coinAddressOf, coinDepositsOf, PlayNetwork } from "../../testing/play-network.ts";
import { unitsOf } from "../../testing/units.ts";

const STORIES = attacks({ few: 2, many: 500 });
/** Stories that one database has, at most: each looks at all that earlier ones left. */
const TOGETHER = 50;
const STEPS = 25;
const DUST = attacks({ few: 300, many: 20_000 });
/** A process that is silent for so long has lost its turn to follow. */
const TURN = 5000;

const ACTS = [
  "deposit",
  "mine",
  "exchange",
  "withdraw",
  "pay",
  "bump",
  "cancel",
  "sweep",
  "undo",
  "break",
  "wait",
  "restart",
] as const;
type Step = readonly [act: (typeof ACTS)[number], dice: number];

/** A deep reorganisation takes the only coin of a signed sweep away. */
const SWEEP_OF_A_LOST_COIN: Step[] = [
  ["sweep", 1],
  ["mine", 2],
  ["deposit", 98],
  ["mine", 2],
  ["sweep", 1],
  ["undo", 88],
  ["cancel", 1],
];

/** Coins of a network, and its amounts in base units. */
const COINS = {
  BTC: {
    network: "bitcoin",
    start: startCoinDesk,
    again: (api: TestApp) => new PlayNetwork(api),
    /** Confirmations of a settled block. */
    depth: 3,
    feeRate: 5000n,
    deposit: (dice: number) => 50_000n + BigInt(dice) * 1000n,
    credit: (dice: number) => `0.00${10 + (dice % 80)}`,
  },
  ETH: {
    network: "ethereum",
    start: startEtherDesk,
    again: (api: TestApp) => new EtherNetwork(api),
    depth: 2,
    feeRate: 10n ** 9n,
    // With a part below the smallest unit of the books.
    deposit: (dice: number) => 10n ** 16n + BigInt(dice) * 10n ** 13n + BigInt(dice),
    credit: (dice: number) => `0.0${12 + (dice % 80)}`,
  },
} as const;
/** Batches are raised no more above it, so that their next rate is allowed. */
const HIGH_RATE = 150;
/** Coins that a withdrawal takes from a balance, on each network above what it must be. */
const PAID = "0.02";

const STORY_CASES = DIALECTS.flatMap((dialect) =>
  (["BTC", "ETH"] as const).map((currency) => [currency, dialect] as const),
);

describe.each(STORY_CASES)("a chain of %s that misbehaves, on %s", (currency, dialect) => {
  const coin = COINS[currency];
  const DEPTH = coin.depth;
  const DEEPEST = DEPTH + 3;
  const isBitcoin = currency === "BTC";
  let api: TestApp;
  let network: PlayNetwork | EtherNetwork;
  let desk: CoinDesk;
  let senders: readonly Sender[];
  const done = new Map<string, number>();
  let stories = 0;
  const begin = async (): Promise<void> => {
    ({ api, network, desk } = await coin.start(dialect));
    senders = [await newSender(api, network), await newSender(api, network)];
    // No story undoes what came before it.
    await network.mine(DEEPEST);
  };
  beforeAll(begin);
  afterAll(async () => {
    noteFigures(
      `${dialect}: ${stories} stories: ${[...done].map(([act, times]) => `${times} × ${act}`).join(", ")}`,
    );
    await api.close();
  });

  const withdrawalsOf = async ({ client }: Sender): Promise<Transaction[]> =>
    (await client.get<{ data: Transaction[] }>("/api/users/transactions?type=withdraw&per_page=100")).body
      .data;
  const open = async (...statuses: readonly CoinPayout["status"][]): Promise<CoinPayout[]> => {
    const { read } = api.services.database;
    const rows = await read
      .selectFrom("coin_payouts")
      .select("id")
      .where("status", "in", statuses)
      .orderBy("id")
      .execute();
    const batches: CoinPayout[] = [];
    for (const { id } of rows) batches.push(await desk.get(id));
    return batches;
  };
  /** Two people let a network that has paused itself go on. */
  const resume = () => network.pause(null);
  const raiseFee = ({ id, fee_rate }: CoinPayout): Promise<CoinPayout> =>
    desk.byTwo("bump", { id, fee_rate: String(Math.ceil(Number(fee_rate) * 1.5) + 2) });
  const signAll = async (): Promise<void> => {
    for (const { id, file } of await open("released", "signed", "sent")) {
      if (file === null) continue;
      const { code } = await desk.call("file", { id });
      // A deep reorganisation took a coin of it away.
      if (code === "state_conflict") await desk.byTwo("cancel", { id });
      else await desk.sign(id);
    }
  };

  const acts: Readonly<Record<Step[0], (dice: number, sender: Sender) => Promise<unknown>>> = {
    async deposit(dice, { client }) {
      const { address } = await coinAddressOf(client, currency);
      await network.send(address, coin.deposit(dice));
    },
    mine: (dice) => network.mine(1 + (dice % 3)),
    async exchange(_dice, { client }) {
      await postExchange(client, payloadOf(await holdRate(client, currency), "0.00100000"));
    },
    async withdraw(dice, { client, payee }) {
      await client.post("/api/users/transactions", {
        transaction_type: "withdraw",
        balance: { credit: coin.credit(dice), credit_currency: currency },
        coin_payee_id: payee,
      });
    },
    async pay(dice) {
      const { status, data } = await desk.call("create", { currency });
      if (status !== 200) return;
      await desk.byTwo("release", { id: data.id });
      // Fees rise fifty times between draft and signature.
      if (dice % 2 === 0) await network.node({ fee_rate: coin.feeRate * 50n });
      if (dice % 5 > 0) await desk.sign(data.id);
      await network.node({ fee_rate: coin.feeRate });
    },
    async bump(dice) {
      const batches = await open("signed", "sent");
      const batch = batches[dice % Math.max(1, batches.length)];
      if (batch === undefined || Number(batch.fee_rate) > HIGH_RATE) return;
      await raiseFee(batch);
      if (dice % 3 > 0) await desk.sign(batch.id);
    },
    async cancel(dice) {
      const batches = (await open("released", "signed", "sent")).filter(
        ({ attempts, file }) => (file ?? attempts.at(-1))?.kind !== "cancel",
      );
      const batch = batches[dice % Math.max(1, batches.length)];
      if (batch === undefined) return;
      await desk.byTwo("cancel", { id: batch.id });
      const after = await desk.get(batch.id);
      if (after.file !== null && dice % 3 > 0) await desk.sign(batch.id);
    },
    async sweep(dice) {
      const move = { network: coin.network, what: "sweep" };
      const { status, data } = await mutate<CoinPayout>(desk.client, "ops.coinMoves.create", move);
      if (status !== 200) return;
      await desk.byTwo("release", { id: data.id });
      if (dice % 3 > 0) await desk.sign(data.id);
    },
    async undo(dice, { client }) {
      const depth = 1 + (dice % DEEPEST);
      const [newest] = (await coinDepositsOf(client)).filter(
        ({ confirmations }) => confirmations > 0 && confirmations <= depth,
      );
      await network.reorganise(depth, newest !== undefined && dice % 2 === 0 ? [newest.txid] : []);
      await resume();
    },
    async break(dice) {
      const states = ["down", "reset", "behind", "lying"] as const satisfies readonly PlayNode["state"][];
      const settled = async () =>
        (await findChainState(api.services.database.read, coin.network))?.settled_height;
      const before = await settled();
      await network.node({ state: states[dice % states.length] ?? "down" });
      await network.follow();
      await network.resend();
      expect(await settled()).toBe(before);
      await network.node({ state: "ok" });
    },
    async wait(dice) {
      // A node is so slow that another process has followed other blocks when its answer arrives.
      const late = network.slow(async (earlier) => {
        if (earlier !== dice % 12) return;
        api.clock.advance(TURN);
        await network.reorganise(1 + (dice % (DEPTH - 1)));
      });
      api.clock.advance(TURN);
      await late.follow();
      await late.restart();
      await network.follow();
    },
    async restart() {
      const other = coin.again(api);
      await Promise.all([network.follow(), other.follow()]);
      await network.resend();
      await network.restart();
      await other.restart();
      await network.follow();
    },
  };

  /** Compares the books with the outputs of all blocks. */
  const expectOnceEach = async (): Promise<void> => {
    for (const sender of senders) {
      const { address } = await coinAddressOf(sender.client, currency);
      const credited = await api.services.database.read
        .selectFrom("transactions")
        .select("credit")
        .where("user_id", "=", sender.id)
        .where("payment_method", "=", "onchain")
        .where("transaction_type", "in", ["deposit"])
        .where("status", "=", "completed")
        .execute();
      const sum = credited.reduce((total, { credit }) => total + credit, 0n);
      expect(sum, "credited, and in blocks").toBe(await network.paidTo(address));
      const paid = (await withdrawalsOf(sender)).filter(({ status }) => status === "completed");
      const out = paid.reduce((total, { debit }) => total + unitsOf(debit ?? "0", currency), 0n);
      expect(await network.paidTo(sender.address), "paid in blocks, and completed").toBe(out);
    }
    expect(await network.pausedBecause()).toBeNull();
  };

  test("whatever it does, all of it is credited once and paid once", async () => {
    const step = fc.tuple(fc.constantFrom(...ACTS), fc.nat(99));
    const story = fc.asyncProperty(
      fc.array(step, { minLength: STEPS, maxLength: STEPS }),
      async (steps: Step[]) => {
        for (const [act, dice] of steps) {
          await acts[act](dice, senders[dice % senders.length] as Sender);
          done.set(act, (done.get(act) ?? 0) + 1);
        }
        // An account that a deep reorganisation took coins from can pay the fee of its sweep again.
        for (const sender of senders) await acts.deposit(99, sender);
        await network.mine(DEPTH);
        // A draft may wait that spends the nonces of a batch that was given up.
        for (const { id } of await open("draft")) await desk.byTwo("release", { id });
        await signAll();
        // Nonces of a cancelled batch that later ones wait behind are spent by the next batch.
        await acts.pay(1, senders[0] as Sender);
        for (let round = 0; round < 3; round++) {
          await network.resend();
          await network.mine(DEPTH);
        }
        // A transaction that spends a coin which no block has any more is in none, either.
        for (const batch of await open("signed", "sent")) {
          await raiseFee(batch);
          await desk.sign(batch.id);
          await network.mine(DEPTH);
        }
        for (const { id } of await open("signed", "sent"))
          expect((await desk.call("cancel", { id })).message).toBe("None of this batch's coins is left");
        await expectOnceEach();
        await network.mine(DEEPEST);
      },
    );
    for (let told = 0; told < STORIES; told += TOGETHER) {
      if (told > 0) {
        await api.close();
        await begin();
      }
      await fc.assert(story, {
        numRuns: Math.min(TOGETHER, STORIES - told),
        endOnFailure: true,
        examples: [[SWEEP_OF_A_LOST_COIN]],
        interruptAfterTimeLimit: 24 * 3_600_000,
      });
    }
    stories = STORIES;
  });

  test.each([false, true])(
    "a deep reorganisation undoes a cancelling spend, and a miner takes the payment: %s",
    async (takesPayment) => {
      const [sender] = senders as readonly [Sender];
      const asked = await withdrawCoins(sender, PAID);
      const { id } = await desk.released();
      // Coins that another batch could spend.
      await network.send((await coinAddressOf(sender.client, currency)).address, coin.deposit(99));
      await network.mine(DEPTH);
      await desk.sign(id);
      await desk.byTwo("cancel", { id });
      const { attempts } = await desk.sign(id);
      await network.mine(DEPTH);
      expect((await desk.get(id)).status).toBe("cancelled");
      const raws = await listAttempts(api.services.database.read, id);
      const payment = raws.find(({ kind }) => kind === "pay")?.raw ?? "";
      const cancelling = attempts.find(({ kind }) => kind === "cancel")?.txid ?? "";
      await network.replaceWithout(DEPTH, cancelling, takesPayment ? Buffer.from(payment, "hex") : undefined);
      expect(await network.pausedBecause()).toMatch(/^a reorganisation replaced/);
      await resume();
      const rowOf = async () => (await withdrawalsOf(sender)).find((row) => row.id === asked.id)?.status;
      if (!takesPayment) {
        expect([(await desk.get(id)).status, await rowOf()]).toEqual(["sent", "requested"]);
        // The batch that came back may pay it: no other batch takes it, and no one gives it up.
        const cancelled = await sender.client.post(`/api/users/transactions/${asked.id}/cancel`, {});
        expect(cancelled.status).toBe(409);
        const again = await desk.call("create", { currency });
        expect(again.data?.payments?.map(({ reference }) => reference) ?? []).not.toContain(asked.reference);
      }
      await network.resend();
      await network.mine(DEPTH);
      expect(await rowOf()).toBe(takesPayment ? "completed" : "requested");
      expect((await desk.get(id)).status).toBe(takesPayment ? "settled" : "cancelled");
      if (!takesPayment) {
        const again = await desk.released();
        await desk.sign(again.id);
        await network.mine(DEPTH);
      }
      expect(await rowOf()).toBe("completed");
      await expectOnceEach();
      await network.mine(DEEPEST);
    },
  );

  test("a deep reorganisation undoes a raised payment, and a miner takes the first one: it is paid once", async () => {
    const [sender] = senders as readonly [Sender];
    const asked = await withdrawCoins(sender, PAID);
    const { id } = await desk.released();
    await desk.sign(id);
    await raiseFee(await desk.get(id));
    await desk.sign(id);
    await network.mine(DEPTH);
    const rowOf = async () => (await withdrawalsOf(sender)).find((row) => row.id === asked.id);
    const [first, raised] = await listAttempts(api.services.database.read, id);
    expect([raised?.kind, (await rowOf())?.txid]).toEqual(["bump", raised?.txid]);
    await network.replaceWithout(DEPTH, raised?.txid ?? "", Buffer.from(first?.raw ?? "", "hex"));
    expect(await network.pausedBecause()).toMatch(/^a reorganisation replaced/);
    await resume();
    await network.resend();
    await network.mine(DEPTH);
    expect((await desk.get(id)).status).toBe("settled");
    const row = await rowOf();
    expect([row?.status, row?.txid]).toEqual(["completed", first?.txid]);
    await expectOnceEach();
    await network.mine(DEEPEST);
  });

  test.runIf(isBitcoin)(
    "a deep reorganisation takes a coin of a batch away: a higher fee goes without it, and pays once",
    async () => {
      const [sender] = senders as readonly [Sender];
      await network.mine(DEEPEST);
      const { address } = await coinAddressOf(sender.client);
      const txid = await network.send(address, 900_000n);
      await network.mine(DEPTH);
      const asked = await withdrawCoins(sender, "0.01");
      const { id } = await desk.released();
      await desk.sign(id);
      const coinsOf = async (position: bigint): Promise<string[]> => {
        const rows = await api.services.database.read
          .selectFrom("coin_attempt_inputs")
          .innerJoin("coin_attempts", "coin_attempts.id", "coin_attempt_inputs.attempt_id")
          .select("coin_attempt_inputs.txid")
          .where("coin_attempts.payout_id", "=", id)
          .where("coin_attempts.position", "=", position)
          .execute();
        return rows.map((row) => row.txid);
      };
      const coins = await coinsOf(0n);
      expect(coins).toContain(txid);
      expect(coins.length).toBeGreaterThan(1);
      await network.reorganise(DEPTH, [txid]);
      expect(await network.pausedBecause()).toMatch(/^a reorganisation replaced/);
      await resume();
      await network.resend();
      await network.mine(DEPTH);
      expect((await desk.get(id)).status).toBe("sent");

      await raiseFee(await desk.get(id));
      const replacing = await coinsOf(1n);
      expect(replacing).not.toContain(txid);
      expect(replacing).toEqual(expect.arrayContaining(coins.filter((coin) => coin !== txid)));
      await desk.sign(id);
      await network.mine(DEPTH);
      expect((await desk.get(id)).status).toBe("settled");
      const row = (await withdrawalsOf(sender)).find((each) => each.id === asked.id);
      expect(row?.status).toBe("completed");
      await expectOnceEach();
      await network.mine(DEEPEST);
    },
  );

  test.runIf(isBitcoin).each([
    ["its file was never taken, and is not made", false, OWN_MESSAGES.coinGone],
    ["its file was taken, and nothing takes its place", true, OWN_MESSAGES.coinsGone],
  ])("a deep reorganisation takes the only coin of a batch away: %s", async (_case, isTaken, why) => {
    const other = await startCoinDesk(dialect);
    await other.network.mine(DEEPEST);
    const { client } = await newSender(other.api, other.network);
    const coins = (await coinDepositsOf(client)).map(({ txid }) => txid);
    const move = { network: "bitcoin", what: "sweep" };
    const { data, message } = await mutate<CoinPayout>(other.desk.client, "ops.coinMoves.create", move);
    expect(data?.id, message).toBeTypeOf("string");
    const { id } = await other.desk.byTwo("release", { id: data.id });
    if (isTaken) await other.desk.file(id);
    await other.network.reorganise(DEPTH, coins);
    await other.network.pause(null);
    const refused = await (isTaken
      ? other.desk.call("bump", { id, fee_rate: "50" })
      : other.desk.call("file", { id }));
    expect([refused.status, refused.message]).toEqual([409, why]);
    await other.desk.byTwo("cancel", { id });
    expect((await other.desk.get(id)).status).toBe("cancelled");
    await other.api.close();
  });

  test.runIf(isBitcoin)(
    `${DUST} outputs that are worth less than they cost wait, are no work for the chain, and are in no payment`,
    async () => {
      const [sender] = senders as readonly [Sender];
      const { address } = await coinAddressOf(sender.client);
      const script = Buffer.from(parseAddress(address, "regtest").script).toString("hex");
      const play = api.services.networks.bitcoin?.play;
      for (let left = DUST; left > 0; left -= 1000)
        await play?.send(Array.from({ length: Math.min(left, 1000) }, () => ({ script, satoshi: 330n })));
      await network.mine(DEPTH);
      await withdrawCoins(sender, "0.01");
      const batch = await desk.released();
      await desk.sign(batch.id);
      await network.mine(DEPTH);
      const settled = await desk.get(batch.id);
      expect(settled.status).toBe("settled");
      expect(unitsOf(settled.fee, "BTC")).toBeLessThan(10_000n);
      expect(await network.pausedBecause()).toBeNull();
    },
  );
});
