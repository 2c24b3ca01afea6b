/** Ether that goes out: each payment has a nonce of its own, and is paid once. */
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import type { Transaction } from "@wattle/contracts/history";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { updateUser } from "@wattle/db/accounts";
import { listAttempts } from "@wattle/db/coin-attempts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { readBatchFile } from "@wattle/ethereum/batch-file";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { bytesOf } from "../../chains/chain-node.ts";
import { signWithDemoKey } from "../../demo/demo-signer.ts";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import {
  newSender,
  startEtherDesk,
  withdrawCoins,
  withRefuser,
  type CoinDesk,
  type Sender,
} from "../../testing/coin-payout.ts";
import type { EtherNetwork } from "../../testing/ether-network.ts";
import { coinAddressOf } from "../../testing/play-network.ts";

const SETTLED = 2;
const ETHER = 10n ** 18n;

describe.each(DIALECTS)("ether that goes out, on %s", (dialect) => {
  let api: TestApp;
  let network: EtherNetwork;
  let desk: CoinDesk;
  let treasury: string;
  let [ruth, dan]: Sender[] = [];
  beforeAll(async () => {
    ({ api, network, desk, treasury } = await startEtherDesk(dialect));
    ruth = await newSender(api, network);
    dan = await newSender(api, network);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => api.close());

  const both = (): [Sender, Sender] => {
    if (ruth === undefined || dan === undefined) throw new Error("no senders");
    return [ruth, dan];
  };
  const rowOf = async ({ client }: Sender, id: string): Promise<Transaction | undefined> =>
    (
      await client.get<{ data: Transaction[] }>("/api/users/transactions?type=withdraw&per_page=100")
    ).body.data.find((row) => row.id === id);
  const noncesOf = ({ payments }: CoinPayout): Map<string, number | null> =>
    new Map(payments.map(({ reference, nonce }) => [reference, nonce]));
  const paidTo = async ({ address }: Sender): Promise<bigint> => {
    const height = (await network.ethereum.node.tip()).height;
    return (await network.ethereum.node.balances([address.toLowerCase()], height))[0] ?? 0n;
  };
  const create = (input: object = {}) => desk.call("create", { currency: "ETH", ...input });
  /** A signed transaction comes to a node without an import. */
  const leak = async (signed: string, nonce: number | null): Promise<void> => {
    const file = readBatchFile(Buffer.from(signed, "base64"));
    const item = file.items.find(({ transfer }) => transfer.nonce === BigInt(nonce ?? -1));
    const sent = await network.ethereum.node.send(item?.signed ?? new Uint8Array());
    expect(sent).toEqual({ accepted: true });
  };

  test("from the request to the settled block, with a nonce for each payment", async () => {
    const [first, second] = both();
    const before = await Promise.all([paidTo(first), paidTo(second)]);
    const asked = [await withdrawCoins(first, "0.5"), await withdrawCoins(second, "0.7")];
    const { data: draft } = await create();
    expect(draft).toMatchObject({ network: "ethereum", status: "draft", count: 2, left_out: [] });
    const nonces = [...noncesOf(draft).values()];
    expect(nonces.map((nonce) => (nonce ?? 0) - (nonces[0] ?? 0))).toEqual([0, 1]);
    await desk.byTwo("release", { id: draft.id });
    const { data: taken } = await desk.call<{ filename: string }>("file", { id: draft.id });
    expect(taken.filename).toMatch(/^coins-\d{8}-.{8}\.json$/);
    expect((await desk.get(draft.id)).payments.map(({ txid }) => txid)).toEqual([null, null]);
    const sent = await desk.sign(draft.id);
    expect(sent.attempts.map(({ nonce, kind }) => [nonce, kind])).toEqual(
      nonces.map((nonce) => [nonce, "pay"]),
    );
    expect(sent.status).toBe("sent");
    expect((await rowOf(first, asked[0]?.id ?? ""))?.txid).toBe(sent.payments[0]?.txid);
    await network.mine(SETTLED);
    const settled = await desk.get(draft.id);
    expect(settled.status).toBe("settled");
    expect(Number(settled.fee)).toBeLessThan(Number(sent.fee));
    for (const [at, sender] of both().entries()) {
      const row = await rowOf(sender, asked[at]?.id ?? "");
      expect(row?.status).toBe("completed");
      const units = BigInt((row?.debit ?? "").replace(".", ""));
      expect((await paidTo(sender)) - (before[at] ?? 0n)).toBe(units * 10n ** 10n);
    }
  });

  test("the nonce of a payment that was taken out is the next batch's first", async () => {
    const [first, second] = both();
    const [a] = [await withdrawCoins(first, "0.1"), await withdrawCoins(second, "0.1")];
    const { data: draft } = await create();
    const nonces = noncesOf(draft);
    const { data: rest } = await desk.call("remove", { id: draft.id, reference: a.reference });
    // The other one moves to the lower nonce, so that nothing waits for it.
    expect([...noncesOf(rest).values()]).toEqual([nonces.get(a.reference)]);
    const { data: next } = await create();
    expect([...noncesOf(next).values()]).toEqual([[...nonces.values()][1]]);
    await desk.call("cancel", { id: draft.id });
    const { data: third } = await create();
    expect([...noncesOf(third).values()]).toEqual([nonces.get(a.reference)]);
    for (const { id } of [next, third]) {
      await desk.byTwo("release", { id });
      await desk.sign(id);
    }
    await network.resend();
    await network.mine(SETTLED);
    expect((await desk.get(next.id)).status).toBe("settled");
    expect((await desk.get(third.id)).status).toBe("settled");
  });

  /** Drafts that wait to be released. */
  const drafts = async (): Promise<CoinPayout[]> =>
    (await query<{ data: CoinPayout[] }>(desk.client, "ops.coinPayouts.list", { status: "draft" })).data.data;

  test("a batch without payments closes a gap that a later batch waits behind", async () => {
    const [first, second] = both();
    await withdrawCoins(first, "0.1");
    const { data: gap } = await create();
    await withdrawCoins(second, "0.1");
    const { data: later } = await create();
    await desk.byTwo("release", { id: later.id });
    await desk.sign(later.id);
    const { data: dropped } = await desk.call("cancel", { id: gap.id });
    expect(dropped.status).toBe("cancelled");
    await first.client.post(`/api/users/transactions/${(await withdrawalsWaiting(first)).at(0)}/cancel`, {});
    await network.mine(SETTLED);
    expect((await desk.get(later.id)).status).toBe("sent");
    const [filling] = await drafts();
    expect(filling?.count).toBe(0);
    await desk.byTwo("release", { id: filling?.id });
    await desk.sign(filling?.id ?? "");
    await network.resend();
    await network.mine(SETTLED);
    expect((await desk.get(later.id)).status).toBe("settled");
    expect((await desk.get(filling?.id ?? "")).status).toBe("cancelled");
    expect((await create()).status).toBe(422);
  });

  const withdrawalsWaiting = async ({ client }: Sender): Promise<string[]> =>
    (
      await client.get<{ data: Transaction[] }>("/api/users/transactions?type=withdraw&per_page=100")
    ).body.data
      .filter(({ status }) => status === "requested")
      .map(({ id }) => id);

  test.each([0, 1])("a raised fee pays once, whichever transaction a block has: %s", async (which) => {
    const [first] = both();
    const before = await paidTo(first);
    const asked = await withdrawCoins(first, "0.2");
    const { id } = await desk.released();
    await network.node({ state: "down" });
    await desk.sign(id);
    const { fee_rate: rate } = await desk.get(id);
    const low = await desk.call("bump", { id, fee_rate: String(Number(rate) * 1.05) });
    expect(low.data ?? low.message).toEqual(OWN_MESSAGES.gasPriceLow);
    const high = await desk.call("bump", { id, fee_rate: "301" });
    expect(high.data ?? high.message).toEqual(OWN_MESSAGES.gasPriceHigh);
    await desk.byTwo("bump", { id, fee_rate: String(Number(rate) * 1.2) });
    await desk.sign(id);
    const attempts = (await desk.get(id)).attempts;
    expect(attempts.map(({ kind }) => kind)).toEqual(["pay", "bump"]);
    expect(new Set(attempts.map(({ nonce }) => nonce)).size).toBe(1);
    await network.node({ state: "ok" });
    const { read } = api.services.database;
    const raw = (await listAttempts(read, id))[which]?.raw ?? "";
    await network.ethereum.node.send(bytesOf(raw));
    await network.mine(1);
    await network.resend();
    await network.mine(SETTLED);
    expect((await desk.get(id)).status).toBe("settled");
    const row = await rowOf(first, asked.id);
    expect([row?.status, row?.txid]).toEqual(["completed", attempts[which]?.txid]);
    expect((await paidTo(first)) - before).toBe(BigInt((row?.debit ?? "").replace(".", "")) * 10n ** 10n);
  });

  test("a signed batch is cancelled nonce by nonce, and pays what a block had before", async () => {
    const [first, second] = both();
    const asked = [await withdrawCoins(first, "0.1"), await withdrawCoins(second, "0.1")];
    const { id } = await desk.released();
    await network.node({ state: "down" });
    await desk.sign(id);
    await network.node({ state: "ok" });
    const [paying] = await listAttempts(api.services.database.read, id);
    await network.ethereum.node.send(bytesOf(paying?.raw ?? ""));
    await network.mine(SETTLED);
    const cancelling = await desk.byTwo("cancel", { id });
    expect(cancelling.file?.kind).toBe("cancel");
    expect((await desk.call("cancel", { id })).status).toBe(409);
    await desk.sign(id);
    await network.mine(SETTLED);
    expect((await desk.get(id)).status).toBe("settled");
    expect((await rowOf(first, asked[0]?.id ?? ""))?.status).toBe("completed");
    expect((await rowOf(second, asked[1]?.id ?? ""))?.status).toBe("requested");
    const again = await desk.released();
    expect(again.payments.map(({ reference }) => reference)).toEqual([asked[1]?.reference]);
    await desk.sign(again.id);
    await network.mine(SETTLED);
    expect((await rowOf(second, asked[1]?.id ?? ""))?.status).toBe("completed");
  });

  test.each(["the file that was taken", "the batch that replaces it"])(
    "blocks have a payment once: by %s",
    async (which) => {
      const [first, second] = both();
      const before = await paidTo(first);
      const asked = [await withdrawCoins(first, "0.1"), await withdrawCoins(second, "0.1")];
      const old = await desk.released();
      const signed = await desk.signedFile(old.id);
      await desk.byTwo("cancel", { id: old.id });
      const next = await desk.released();
      expect(noncesOf(next)).toEqual(noncesOf(old));
      expect(Number(next.fee_rate)).toBeGreaterThan(Number(old.fee_rate));
      const nonce = noncesOf(old).get(asked[0]?.reference ?? "") ?? null;
      if (which === "the file that was taken") await leak(signed, nonce);
      else await desk.sign(next.id);
      await network.mine(SETTLED);
      if (which === "the file that was taken") {
        expect((await rowOf(first, asked[0]?.id ?? ""))?.status).toBe("completed");
        await desk.sign(next.id);
        await network.mine(SETTLED);
        expect((await desk.get(old.id)).status).toBe("settled");
      }
      expect((await desk.get(next.id)).status).toBe("settled");
      for (const [at, sender] of both().entries())
        expect((await rowOf(sender, asked[at]?.id ?? ""))?.status).toBe("completed");
      expect(await network.pausedBecause()).toBeNull();
      const { debit } = (await rowOf(first, asked[0]?.id ?? "")) ?? {};
      expect((await paidTo(first)) - before).toBe(BigInt((debit ?? "").replace(".", "")) * 10n ** 10n);
    },
  );

  test("one that replaces a cancelled batch in part keeps its nonces, and spends the others", async () => {
    const [first, second] = both();
    const asked = [await withdrawCoins(first, "0.1"), await withdrawCoins(second, "0.1")];
    const old = await desk.released();
    await desk.signedFile(old.id);
    await desk.byTwo("cancel", { id: old.id });
    const sendsFrom = (id: string, from: bigint | null): Promise<unknown> =>
      api.services.database.write((tx) => updateUser(tx, id, { coins_sent_from: from }));
    await sendsFrom(first.id, null);
    const next = await desk.released();
    const reference = asked[1]?.reference ?? "";
    expect([...noncesOf(next)]).toEqual([[reference, noncesOf(old).get(reference)]]);
    const { attempts } = await desk.sign(next.id);
    expect(attempts.map(({ kind }) => kind)).toEqual(["cancel", "pay"]);
    await network.mine(SETTLED);
    expect((await desk.get(next.id)).status).toBe("settled");
    expect((await rowOf(second, asked[1]?.id ?? ""))?.status).toBe("completed");
    await sendsFrom(first.id, 0n);
    const { id, payments } = await desk.released();
    expect(payments.map((payment) => payment.reference)).toEqual([asked[0]?.reference]);
    await desk.sign(id);
    await network.mine(SETTLED);
    expect((await rowOf(first, asked[0]?.id ?? ""))?.status).toBe("completed");
  });

  test("a payment that its recipient refuses is left out, and one that a block refused waits for a person", async () => {
    const [first, second] = both();
    const toRefuser = await withRefuser(api, second);
    const refused = await withdrawCoins(toRefuser, "0.1");
    const alone = await create();
    expect([alone.status, alone.message]).toEqual([422, ownMessage.leftOut(refused.reference, 0)]);
    const asked = await withdrawCoins(first, "0.1");
    const { data: draft } = await create();
    expect(draft.left_out).toEqual([
      { reference: refused.reference, reason: expect.stringMatching(/does not take it: .*reverted/) },
    ]);
    expect(draft.payments.map(({ reference }) => reference)).toEqual([asked.reference]);
    await desk.call("cancel", { id: draft.id });
    // It refuses after the draft.
    vi.spyOn(network.ethereum.node, "gasFor").mockResolvedValue(21_000n);
    const { id } = await desk.released();
    await desk.sign(id);
    await network.mine(SETTLED);
    const settled = await desk.get(id);
    expect(settled.status).toBe("settled");
    expect(settled.payments.map(({ reference, failed }) => [reference, failed])).toEqual([
      [refused.reference, true],
      [asked.reference, false],
    ]);
    expect((await rowOf(second, refused.id))?.status).toBe("requested");
    expect((await rowOf(first, asked.id))?.status).toBe("completed");
    expect((await create()).message).toBe(ownMessage.leftOut(refused.reference, 0));
    const { data: tried } = await create({ again: [refused.reference] });
    expect(tried.payments.map(({ reference }) => reference)).toEqual([refused.reference]);
    await desk.call("cancel", { id: tried.id });
    await second.client.post(`/api/users/transactions/${refused.id}/cancel`, {});
    // Another withdrawal to the same recipient waits for a person, too.
    const asks = await withdrawCoins(toRefuser, "0.1");
    expect((await create()).message).toBe(ownMessage.leftOut(asks.reference, 0));
    await second.client.post(`/api/users/transactions/${asks.id}/cancel`, {});
  });

  test("a sweep brings what is worth its fee to the treasury, and coins are not consolidated", async () => {
    const { node } = network.ethereum;
    const at = async (address: string): Promise<bigint> =>
      (await node.balances([address.toLowerCase()], (await node.tip()).height))[0] ?? 0n;
    const poor = await newSender(api, network, ETHER / 20_000n);
    const rich = (await coinAddressOf(both()[0].client, "ETH")).address;
    const [before, had] = [await at(treasury), await at(rich)];
    const none = await mutate(desk.client, "ops.coinMoves.create", {
      network: "ethereum",
      what: "consolidate",
    });
    expect([none.status, none.message]).toEqual([409, OWN_MESSAGES.noConsolidation]);
    const made = await mutate<CoinPayout>(desk.client, "ops.coinMoves.create", {
      network: "ethereum",
      what: "sweep",
    });
    const { id } = made.data;
    expect(made.data).toMatchObject({ what: "sweep", count: 0 });
    await desk.byTwo("release", { id });
    const { fee_rate: rate } = await desk.get(id);
    await network.node({ state: "down" });
    await desk.sign(id);
    await network.node({ state: "ok" });
    await desk.byTwo("bump", { id, fee_rate: String(Number(rate) * 2) });
    const { attempts } = await desk.sign(id);
    expect(attempts.some(({ sender }) => sender === rich)).toBe(true);
    await network.mine(SETTLED);
    const settled = await desk.get(id);
    expect(settled.status).toBe("settled");
    expect(await at(rich)).toBeLessThan(had / 100n);
    expect((await at(treasury)) - before).toBe(BigInt(settled.change.replace(".", "")) * 10n ** 10n);
    const { address } = await coinAddressOf(poor.client, "ETH");
    expect(await at(address)).toBe(ETHER / 20_000n);
    expect(await network.pausedBecause()).toBeNull();
  });

  test("more than the treasury has is left for later, and nothing at all is refused", async () => {
    const whale = await newSender(api, network, 60n * ETHER);
    // Large ones are credited at twice the depth.
    await network.mine(SETTLED * 2);
    await withdrawCoins(whale, "50");
    const refused = await create();
    expect([refused.status, refused.message]).toEqual([409, OWN_MESSAGES.coinsShort]);
    const asked = await withdrawCoins(both()[0], "0.1");
    const part = await create();
    expect(part.data.payments.map(({ reference }) => reference)).toEqual([asked.reference]);
    expect(part.data.left_out.map(({ reason }) => reason)).toEqual([expect.stringMatching(/Sweep first/)]);
    await desk.call("cancel", { id: part.data.id });
    const sweep = await mutate<CoinPayout>(desk.client, "ops.coinMoves.create", {
      network: "ethereum",
      what: "sweep",
    });
    await desk.byTwo("release", { id: sweep.data.id });
    await desk.sign(sweep.data.id);
    await network.mine(SETTLED);
    const { id } = await desk.released();
    await desk.sign(id);
    await network.mine(SETTLED);
    expect((await rowOf(both()[0], asked.id))?.status).toBe("completed");
  });

  test("a file that differs in more than signatures is refused, and its text is as good as its bytes", async () => {
    await withdrawCoins(both()[0], "0.1");
    const { id } = await desk.released();
    const content = await desk.file(id);
    const file = Buffer.from(content, "base64").toString("utf8");
    const [value = ""] = /(?<="value": ")\d+/.exec(file) ?? [];
    const more = Buffer.from(signWithDemoKey(Buffer.from(file.replace(value, `${value}0`)))).toString(
      "base64",
    );
    const refused = await desk.call("import", { id, content: more });
    expect([refused.status, refused.message]).toEqual([422, OWN_MESSAGES.fileOutputs]);
    const nothing = await desk.call("import", { id, content: Buffer.from("hello").toString("base64") });
    expect(nothing.message).toBe(OWN_MESSAGES.fileBatchForm);
    const unsigned = await desk.call("import", { id, content });
    expect(unsigned.message).toBe(OWN_MESSAGES.fileUnsigned);
    const text = Buffer.from(await desk.signedFile(id), "base64").toString("utf8");
    expect((await desk.call("import", { id, content: text })).status).toBe(200);
    await network.mine(SETTLED);
    expect((await desk.get(id)).status).toBe("settled");
  });

  test("a payment that no batch made pauses the network, and gives no withdrawal back", async () => {
    const asked = await withdrawCoins(both()[0], "0.1");
    const { id } = await desk.released();
    const content = await desk.file(id);
    const file = Buffer.from(content, "base64").toString("utf8");
    const [value = ""] = /(?<="value": ")\d+/.exec(file) ?? [];
    const other = signWithDemoKey(Buffer.from(file.replace(value, `${BigInt(value) / 2n}`)));
    const [item] = readBatchFile(other).items;
    await network.ethereum.node.send(item?.signed ?? new Uint8Array());
    await network.ethereum.play.mine(SETTLED);
    await expect(network.follow()).rejects.toThrow();
    expect(await network.pausedBecause()).toMatch(/no batch made it/);
    // It may have paid the withdrawal.
    const cancelled = await both()[0].client.post(`/api/users/transactions/${asked.id}/cancel`, {});
    expect(cancelled.status).toBe(409);
  });
});
