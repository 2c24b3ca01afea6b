import { p2wpkh, Transaction as Psbt } from "@scure/btc-signer";
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import type { Transaction } from "@wattle/contracts/history";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { balancesOf } from "@wattle/db/balances";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { amountText } from "../../amount-text.ts";
import { signWithDemoKey } from "../../demo/demo-signer.ts";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate } from "../../testing/call-procedure.ts";
import {
  type CoinDesk,
  newSender,
  withdrawCoins,
  type Sender,
  startCoinDesk,
} from "../../testing/coin-payout.ts";
import type { PlayNetwork } from "../../testing/play-network.ts";

const STRANGER = p2wpkh(new Uint8Array(33).fill(2)).script;
const bytesOf = (content: string): Uint8Array => Buffer.from(content, "base64");
const textOf = (file: Uint8Array): string => Buffer.from(file).toString("base64");

const open = (content: string): Psbt =>
  Psbt.fromPSBT(bytesOf(content), { allowUnknownOutputs: true, disableScriptCheck: true });

/** A file that was changed on its way. */
function changed(content: string, change: (file: Psbt) => void): string {
  const file = open(content);
  change(file);
  return textOf(file.toPSBT(0));
}

/** A file whose first input claims to be worth a satoshi more. */
function overstated(content: string): string {
  const amount = open(content).getInput(0).witnessUtxo?.amount ?? 0n;
  const hexOf = (satoshi: bigint): string => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(satoshi);
    return bytes.toString("hex");
  };
  const hex = Buffer.from(bytesOf(content)).toString("hex");
  return textOf(Buffer.from(hex.replaceAll(hexOf(amount), hexOf(amount + 1n)), "hex"));
}

describe.each(DIALECTS)("signed files of coins, on %s", (dialect) => {
  let api: TestApp;
  let network: PlayNetwork;
  let desk: CoinDesk;
  beforeAll(async () => {
    ({ api, network, desk } = await startCoinDesk(dialect));
  });
  afterAll(() => api.close());

  const released = async (credit = "0.1") => {
    const sender = await newSender(api, network);
    const asked = await withdrawCoins(sender, credit);
    return { sender, asked, batch: await desk.released() };
  };
  const rowOf = async ({ client }: Sender, { id }: Pick<Transaction, "id">) =>
    (await client.get<{ data: Transaction }>(`/api/users/transactions/${id}`)).body.data;
  const spent = async ({ id }: Sender) =>
    30_000_000n - ((await balancesOf(api.services.database.read, id)).get("BTC") ?? 0n);
  const refusals = async () =>
    (
      await api.services.database.read
        .selectFrom("audit_log")
        .select("details")
        .where("action", "=", "coin_payout.import_refused")
        .execute()
    ).length;

  test("a file that differs from the released one in more than signatures is refused and audited", async () => {
    const { batch, sender, asked } = await released();
    const unsigned = await desk.file(batch.id);
    const signed = await desk.signedFile(batch.id);
    const before = await refusals();
    const files: [string, string][] = [
      ["This is not a payment file (PSBT)", textOf(Buffer.from("<html>"))],
      ["The file is damaged or cut short", textOf(bytesOf(signed).subarray(0, -40))],
      ["The file is not signed", unsigned],
      [
        "The file pays something else",
        changed(unsigned, (file) => file.updateOutput(0, { script: STRANGER }, true)),
      ],
      [
        "The file pays something else",
        changed(unsigned, (file) => file.updateOutput(0, { amount: 1n }, true)),
      ],
      [
        "The file is not the released one",
        changed(unsigned, (file) => file.updateInput(0, { sequence: 1 }, true)),
      ],
      ["An amount in the file is false", overstated(signed)],
      [
        "A signature in the file is wrong",
        changed(signed, (file) => {
          const [[key, signature] = [STRANGER, STRANGER]] = file.getInput(0).partialSig ?? [];
          file.updateInput(0, { partialSig: undefined }, true);
          file.updateInput(0, { partialSig: [[key, signature.with(9, (signature[9] ?? 0) ^ 1)]] }, true);
        }),
      ],
      [
        "The file spends other coins",
        changed(
          unsigned,
          (file) =>
            void file.addInput(
              { txid: new Uint8Array(32).fill(9), index: 0, witnessUtxo: { script: STRANGER, amount: 9n } },
              true,
            ),
        ),
      ],
      [
        "A previous transaction is missing",
        changed(signed, (file) => file.updateInput(0, { nonWitnessUtxo: undefined }, true)),
      ],
    ];
    for (const [message, content] of files) {
      const answer = await desk.call("import", { id: batch.id, content });
      expect([answer.status, answer.errors]).toEqual([422, { content: [message] }]);
    }
    expect(await refusals()).toBe(before + files.length);
    expect(await rowOf(sender, asked)).toMatchObject({ status: "requested", txid: null });
    expect((await desk.call("import", { id: batch.id, content: signed })).data.status).toBe("signed");
    expect((await desk.call("import", { id: batch.id, content: signed })).data.status).toBe("sent");
    await network.mine(3);
    const next = await released();
    await desk.file(next.batch.id);
    expect((await desk.call("import", { id: next.batch.id, content: signed })).errors).toEqual({
      content: ["The file is of another batch"],
    });
    await desk.sign(next.batch.id);
    await network.mine(3);
  });

  test("a file that not all keys have signed is refused, and the batch waits for the whole one", async () => {
    await newSender(api, network);
    await newSender(api, network);
    const move = { network: "bitcoin", what: "sweep" };
    const { id } = (await mutate<CoinPayout>(desk.client, "ops.coinMoves.create", move)).data;
    await desk.byTwo("release", { id });
    const signed = await desk.signedFile(id);
    expect(open(signed).inputsLength).toBeGreaterThan(1);
    const content = changed(signed, (file) => file.updateInput(0, { partialSig: undefined }, true));
    const answer = await desk.call("import", { id, content });
    expect([answer.status, answer.errors]).toEqual([
      422,
      { content: ["A signature is missing in the file"] },
    ]);
    expect(await desk.get(id)).toMatchObject({ status: "released" });
    expect(await desk.sign(id)).toMatchObject({ status: "sent" });
    await network.mine(3);
  });

  test("what is stored while no node answers is sent later, the same bytes each time", async () => {
    const { batch, sender, asked } = await released();
    const content = await desk.signedFile(batch.id);
    await network.node({ state: "down" });
    expect((await desk.call("import", { id: batch.id, content })).status).toBe(200);
    const stored = await desk.get(batch.id);
    expect(stored).toMatchObject({ status: "signed", attempts: [{ sent_at: null }] });
    await network.resend();
    expect(await rowOf(sender, asked)).toMatchObject({ status: "requested" });
    await network.node({ state: "ok" });
    await network.resend();
    await network.resend();
    expect(await network.waiting()).toEqual([stored.attempts[0]?.txid]);
    expect(await desk.get(batch.id)).toMatchObject({ status: "sent", attempts: [{}] });
    await network.mine(3);
    expect(await rowOf(sender, asked)).toMatchObject({ status: "completed" });
    expect(await spent(sender)).toBe(10_000_000n);
  });

  test.each([0, 1])("a raised fee pays once, whichever attempt a block has: %i", async (mined) => {
    const { batch, sender, asked } = await released();
    const first = await desk.sign(batch.id);
    const low = await desk.call("bump", { id: batch.id, fee_rate: "1" });
    expect(low.errors).toEqual({ fee_rate: ["Enter a higher fee rate"] });
    const fine = await desk.call("bump", { id: batch.id, fee_rate: "12.1234" });
    expect(fine.errors).toEqual({ fee_rate: ["Enter a fee rate like 12.5"] });
    expect((await desk.call("bump", { id: batch.id, fee_rate: "201" })).errors).toEqual({
      fee_rate: ["At most 200 sat/vB"],
    });
    const bumped = await desk.byTwo("bump", { id: batch.id, fee_rate: "20" });
    expect(bumped).toMatchObject({ status: "sent", fee_rate: "20", file: { kind: "bump" } });
    if (mined === 0) await network.mine(1);
    const content = await desk.signedFile(batch.id);
    const after = await desk.call("import", { id: batch.id, content });
    expect(after.data.attempts).toHaveLength(2);
    await network.mine(3);
    const settled = await desk.get(batch.id);
    expect(settled.status).toBe("settled");
    const txid = settled.attempts[mined]?.txid;
    expect(settled.attempts.map(({ height }) => height !== null)).toEqual([mined === 0, mined === 1]);
    expect(first.attempts[0]?.txid).toBe(settled.attempts[0]?.txid);
    expect(await rowOf(sender, asked)).toMatchObject({ status: "completed", txid });
    expect(await spent(sender)).toBe(10_000_000n);
    expect(await network.pausedBecause()).toBeNull();
  });

  test("a signed batch is cancelled by a payment to ourselves, and its withdrawals are requested again", async () => {
    const { batch, sender, asked } = await released();
    await desk.sign(batch.id);
    const cancelling = await desk.byTwo("cancel", { id: batch.id });
    expect(cancelling).toMatchObject({ status: "sent", file: { kind: "cancel" } });
    expect((await desk.call("cancel", { id: batch.id })).code).toBe("state_conflict");
    await desk.sign(batch.id);
    await network.mine(3);
    expect((await desk.get(batch.id)).status).toBe("cancelled");
    expect(await rowOf(sender, asked)).toMatchObject({ status: "requested", txid: null });
    const again = await desk.released();
    await desk.sign(again.id);
    await network.mine(3);
    expect(await rowOf(sender, asked)).toMatchObject({ status: "completed" });
    expect(await spent(sender)).toBe(10_000_000n);
    expect(await network.pausedBecause()).toBeNull();
  });

  test("a block has either the file that was taken, or the batch that replaces it", async () => {
    const { batch, sender, asked } = await released();
    const old = await desk.signedFile(batch.id);
    expect((await desk.byTwo("cancel", { id: batch.id })).status).toBe("cancelled");
    expect((await desk.call("import", { id: batch.id, content: old })).code).toBe("state_conflict");
    const cancel = `/api/users/transactions/${asked.id}/cancel`;
    expect((await sender.client.post(cancel, {})).status).toBe(409);
    const again = await desk.released();
    await desk.file(again.id);
    // Someone sends the old file past us.
    const file = Psbt.fromPSBT(signWithDemoKey(bytesOf(old)), { allowUnknownOutputs: true });
    file.finalize();
    expect(await api.services.networks.bitcoin?.node.send(file.extract())).toEqual({ accepted: true });
    await network.mine(3);
    expect(await rowOf(sender, asked)).toMatchObject({ status: "completed", txid: file.id });
    expect((await desk.get(again.id)).status).toBe("cancelled");
    expect((await desk.get(batch.id)).status).toBe("settled");
    expect(await spent(sender)).toBe(10_000_000n);
    expect(await network.pausedBecause()).toBeNull();
  });

  /** A desk of its own, whose next batch spends all of the treasury, and no more. */
  const startSpender = async () => {
    const other = await startCoinDesk(dialect);
    const { read } = other.api.services.database;
    const treasury = await read
      .selectFrom("chain_outputs")
      .select("amount")
      .where("network", "=", "bitcoin")
      .execute();
    const satoshi = treasury.reduce((total, { amount }) => total + BigInt(amount), 0n);
    const sender = await newSender(other.api, other.network, satoshi + 1_000_000n);
    // A deposit as large as that waits twice as long.
    await other.network.mine(3);
    // No small coins go along at such a rate. The treasury's coins pay the first fee, and not a higher one.
    await other.network.node({ fee_rate: 30_000n });
    await withdrawCoins(sender, amountText(satoshi - 5000n, "BTC"));
    const coinsOf = async (payout: string, position: bigint): Promise<string[]> =>
      (
        await read
          .selectFrom("coin_attempt_inputs")
          .innerJoin("coin_attempts", "coin_attempts.id", "coin_attempt_inputs.attempt_id")
          .select(["coin_attempt_inputs.txid", "coin_attempt_inputs.output"])
          .where("coin_attempts.payout_id", "=", payout)
          .where("coin_attempts.position", "=", position)
          .execute()
      ).map(({ txid, output }) => `${txid}:${output}`);
    return { ...other, coinsOf };
  };

  test("a batch that replaces a cancelled one shares a coin with each file of it that was taken", async () => {
    const other = await startSpender();
    const { coinsOf } = other;
    const { id } = await other.desk.released();
    await other.desk.file(id);
    const first = await coinsOf(id, 0n);
    await other.desk.byTwo("bump", { id, fee_rate: "200" });
    await other.desk.file(id);
    const second = await coinsOf(id, 1n);
    expect(second.length).toBe(first.length + 1);
    await other.desk.byTwo("cancel", { id });
    const again = await other.desk.released();
    const replacing = await coinsOf(again.id, 0n);
    for (const coins of [first, second])
      expect(replacing.filter((coin) => coins.includes(coin))).not.toEqual([]);
    await other.api.close();
  });

  test("a raised fee shares a coin with a cancelled batch that pays the same, or is refused", async () => {
    const other = await startSpender();
    const { coinsOf, api: own } = other;
    const { id } = await other.desk.released();
    await other.desk.file(id);
    const cancelled = await coinsOf(id, 0n);
    await other.desk.byTwo("cancel", { id });
    await other.network.node({ fee_rate: 100_000n });
    const again = await other.desk.released();
    await other.desk.file(again.id);
    const replacing = await coinsOf(again.id, 0n);
    const shared = cancelled.filter((coin) => replacing.includes(coin));
    expect(replacing.length).toBeGreaterThan(shared.length);
    const { read } = own.services.database;
    const made = await read.selectFrom("chain_outputs").select(["txid", "output", "made_height"]).execute();
    /** A deep reorganisation takes coins out of the chain, or brings them back. */
    const setMade = (coins: readonly string[], isMade: boolean): Promise<void> =>
      own.services.database.write(async (tx) => {
        for (const { txid, output, made_height: height } of made.filter((coin) =>
          coins.includes(`${coin.txid}:${coin.output}`),
        ))
          await tx
            .updateTable("chain_outputs")
            .set({ made_height: isMade ? height : null })
            .where("txid", "=", txid)
            .where("output", "=", output)
            .execute();
      });
    await setMade(cancelled, false);
    const bump = { id: again.id, fee_rate: "200" };
    const refused = await other.desk.call("bump", bump);
    expect([refused.code, refused.message]).toEqual(["state_conflict", OWN_MESSAGES.coinsGone]);
    expect(await coinsOf(again.id, 1n)).toEqual([]);
    await setMade(cancelled, true);
    await other.desk.byTwo("bump", bump);
    const raised = await coinsOf(again.id, 1n);
    expect(raised.filter((coin) => cancelled.includes(coin))).not.toEqual([]);
    await other.api.close();
  });

  test.each([1, 2, 3, 4])("a reorganisation of %i blocks pays no one twice", async (depth) => {
    const { batch, sender, asked } = await released();
    await desk.sign(batch.id);
    await network.mine(depth);
    const status = depth < 3 ? "sent" : "completed";
    expect(await rowOf(sender, asked)).toMatchObject({ status });
    await network.reorganise(depth);
    if (depth >= 3) {
      expect(await network.pausedBecause()).toMatch(/^a reorganisation replaced/);
      await network.pause(null);
    }
    await network.mine(3);
    await network.resend();
    expect(await rowOf(sender, asked)).toMatchObject({ status: "completed" });
    expect((await desk.get(batch.id)).status).toBe("settled");
    expect(await spent(sender)).toBe(10_000_000n);
  });

  test("a payment that no batch made pauses the network, and gives no withdrawal back", async () => {
    const { batch, sender, asked } = await released();
    const foreign = changed(await desk.file(batch.id), (file) =>
      file.updateOutput(0, { script: STRANGER }, true),
    );
    const file = Psbt.fromPSBT(signWithDemoKey(bytesOf(foreign)), { allowUnknownOutputs: true });
    file.finalize();
    await api.services.networks.bitcoin?.node.send(file.extract());
    await expect(network.mine(3)).rejects.toThrow();
    expect(await network.pausedBecause()).toMatch(/spent coins of ours, and no batch made it$/);
    // It may have paid the withdrawal.
    const cancelled = await sender.client.post(`/api/users/transactions/${asked.id}/cancel`, {});
    expect(cancelled.status).toBe(409);
    const create = await desk.call<CoinPayout>("create", { currency: "BTC" });
    expect(create.code).toBe("paused");
  });
});
