import type { AwaitingApproval } from "@wattle/contracts/approvals";
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { findChainState } from "@wattle/db/chains";
import { listFreeCoins } from "@wattle/db/coin-attempts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { amountText } from "../../amount-text.ts";
import { BITCOIN } from "../../chains/bitcoin.ts";
import type { TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import { startCoinDesk, startEtherDesk, type CoinDesk } from "../../testing/coin-payout.ts";
import { coinWallet, etherWallet } from "../../testing/coin-wallet.ts";
import type { TestClient } from "../../testing/client.ts";
import { newStaff } from "../../testing/new-staff.ts";
import type { PlayNetwork } from "../../testing/play-network.ts";
import { secondPerson } from "../../testing/second-person.ts";

const { address } = coinWallet("of the venue");
const FEE_RATE = 5000n;

describe.each(DIALECTS)("moves of coins to the venue on %s", (dialect) => {
  let api: TestApp;
  let network: PlayNetwork;
  let desk: CoinDesk;
  let typist: TestClient;
  beforeAll(async () => {
    ({ api, network, desk } = await startCoinDesk(dialect));
    typist = (await newStaff(api, "finance")).client;
  });
  afterAll(() => api.close());

  const send = (amount: string, to = address) =>
    mutate<CoinPayout>(typist, "ops.coinMoves.create", {
      network: "bitcoin",
      what: "venue",
      address: to,
      amount,
    });
  const receive = async (...coins: readonly bigint[]): Promise<void> => {
    const own = await mutate<{ address: string }>(desk.client, "ops.wallets.address", { network: "bitcoin" });
    for (const satoshi of coins) await network.send(own.data.address, satoshi);
    await network.mine(3);
  };

  test("two people release one, and the person who typed the address is neither", async () => {
    const { id } = (await send("0.11")).data;
    expect((await mutate(typist, "ops.coinPayouts.release", { id })).code).toBe("own_act");
    const asked = await mutate<AwaitingApproval>(desk.client, "ops.coinPayouts.release", { id });
    const request = { id: asked.data.approval.id };
    const { data: asks } = await query<{ changes: unknown }>(desk.client, "ops.approvals.find", request);
    expect(asks.changes).toContainEqual({
      what: "Address, typed by Stella Staff. Compare it with the venue’s own page",
      before: "None",
      after: address,
      now: false,
    });
    expect((await mutate(typist, "ops.approvals.approve", request)).code).toBe("own_act");
    const second = (await secondPerson(api)).client;
    expect((await mutate(second, "ops.approvals.approve", request)).status).toBe(200);
    expect((await desk.get(id)).status).toBe("released");
    await desk.byTwo("cancel", { id });
  });

  test("the same move is made once as long as it is open", async () => {
    const { data: first } = await send("0.12");
    await receive(40_000_000n);
    const again = await send("0.120");
    expect([again.code, again.message]).toEqual(["state_conflict", "The same move is open already"]);
    const { data: other } = await send("0.13");
    expect(other.total).toBe("0.13000000");
    for (const { id } of [first, other]) expect((await desk.call("cancel", { id })).status).toBe(200);
    const { data: next } = await send("0.12");
    expect(next.status).toBe("draft");
    await desk.call("cancel", { id: next.id });
  });

  test("no other move is made while a file that was taken may pay the venue, unless it spends a coin of that file", async () => {
    const { id } = (await send("0.14")).data;
    await desk.byTwo("release", { id });
    await desk.file(id);
    expect((await desk.byTwo("cancel", { id })).status).toBe("cancelled");
    const { data: taken } = await mutate<CoinPayout>(desk.client, "ops.coinMoves.create", {
      network: "bitcoin",
      what: "consolidate",
    });
    await receive(50_000_000n);
    const refused = await send("0.14");
    expect([refused.code, refused.message]).toEqual(["state_conflict", "A cancelled move may still be sent"]);
    await desk.call("cancel", { id: taken.id });
    const { data: next } = await send("0.14");
    const inputs = (of: string) =>
      api.services.database.read
        .selectFrom("coin_attempt_inputs")
        .innerJoin("coin_attempts", "coin_attempts.id", "coin_attempt_inputs.attempt_id")
        .select(["coin_attempt_inputs.txid", "coin_attempt_inputs.output"])
        .where("coin_attempts.payout_id", "=", of)
        .execute();
    const [before, after] = [await inputs(id), await inputs(next.id)];
    expect(
      after.filter((coin) => before.some(({ txid, output }) => txid === coin.txid && output === coin.output)),
    ).not.toEqual([]);
    await desk.byTwo("release", { id: next.id });
    await desk.sign(next.id);
    await network.mine(3);
  });

  test("a move whose fee the signer would refuse is not made", async () => {
    await receive(...Array.from({ length: 12 }, () => 1_000_000n));
    const { read } = api.services.database;
    const settled = (await findChainState(read, BITCOIN))?.settled_height ?? 0n;
    const coins = await listFreeCoins(read, { network: BITCOIN, currency: "BTC", settled });
    const own = coins.filter(({ role }) => role === "treasury");
    const sum = own.reduce((total, { amount }) => total + BigInt(amount), 0n);
    await network.node({ fee_rate: FEE_RATE * 40n });
    const answer = await send(amountText(sum - 500_000n, "BTC"));
    await network.node({ fee_rate: FEE_RATE });
    expect([answer.code, answer.message]).toEqual([
      "state_conflict",
      "Coins too scattered. Consolidate first.",
    ]);
  });

  test("an amount with too many decimals is no small one", async () => {
    const { code, errors } = await send("0.123456789");
    expect([code, errors]).toEqual([
      "validation_failed",
      { amount: ["Too many decimals for this currency"] },
    ]);
  });
});

describe.each(DIALECTS)("moves of ether to the venue on %s", (dialect) => {
  test("the venue is paid once, also after a cancelled move whose file was taken", async () => {
    const { api, network, desk, treasury } = await startEtherDesk(dialect);
    const typist = (await newStaff(api, "finance")).client;
    const venue = etherWallet("of the venue").address;
    const send = (amount: string, to = venue) =>
      mutate<CoinPayout>(typist, "ops.coinMoves.create", {
        network: "ethereum",
        what: "venue",
        address: to,
        amount,
      });
    expect((await send("1", treasury)).code).toBe("address_own");
    expect((await send("1", `${venue.slice(0, -1)}x`)).code).toBe("address_invalid");
    expect((await send("100")).code).toBe("state_conflict");
    const { data: first } = await send("1.5");
    expect((await send("1.50")).message).toBe("The same move is open already");
    await desk.byTwo("release", { id: first.id });
    await desk.file(first.id);
    await desk.byTwo("cancel", { id: first.id });
    // The signer has the nonce with that payment in its memory, and would refuse another one.
    expect((await send("2")).message).toBe(OWN_MESSAGES.moveUnsettled);
    expect((await send("1.5", etherWallet("another of the venue").address)).message).toBe(
      OWN_MESSAGES.moveUnsettled,
    );
    const { data: same } = await send("1.5");
    await desk.byTwo("release", { id: same.id });
    await desk.file(same.id);
    await desk.byTwo("cancel", { id: same.id });
    const { attempts } = await desk.sign((await desk.released()).id);
    expect(attempts.map(({ nonce, kind }) => [nonce, kind])).toEqual([[0, "cancel"]]);
    await network.mine(2);
    const { data: next } = await send("2");
    await desk.byTwo("release", { id: next.id });
    const { attempts: last } = await desk.sign(next.id);
    expect(last.map(({ nonce, kind }) => [nonce, kind])).toEqual([[1, "pay"]]);
    await network.mine(2);
    expect(await desk.get(next.id)).toMatchObject({ status: "settled", to_venue: { amount: "2.00000000" } });
    const { node } = network.ethereum;
    const height = (await node.tip()).height;
    expect(await node.balances([venue.toLowerCase()], height)).toEqual([2n * 10n ** 18n]);
    await api.close();
  });
});
