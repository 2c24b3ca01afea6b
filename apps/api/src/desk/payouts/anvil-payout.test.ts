/** Ether that comes in and goes out through a full node that others wrote, signed by the offline signer. */
import type { CoinPayee } from "@wattle/contracts/coin-payees";
import type { UnknownToken } from "@wattle/contracts/coin-operations";
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import type { Transaction } from "@wattle/contracts/history";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { listAttempts } from "@wattle/db/coin-attempts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { WEI_PER_UNIT } from "@wattle/ethereum/wei";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesOf } from "../../chains/chain-node.ts";
import { ETHEREUM } from "../../chains/ethereum.ts";
import { AnvilNetwork } from "../../testing/anvil-network.ts";
import { hasAnvil, startAnvil, type AnvilNode } from "../../testing/anvil-node.ts";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import {
  CoinDesk,
  fundEtherTreasury,
  newSender,
  withdrawCoins,
  type Sender,
} from "../../testing/coin-payout.ts";
import { etherWallet } from "../../testing/coin-wallet.ts";
import { newStaff } from "../../testing/new-staff.ts";
import { OfflineSigner } from "../../testing/offline-signer.ts";
import { coinAddressOf, coinDepositsOf } from "../../testing/play-network.ts";
import { mutateByTwo } from "../../testing/second-person.ts";
import { unitsOf } from "../../testing/units.ts";

const ETHER = 10n ** 18n;
/** The node finalizes all blocks but the last two. */
const SETTLED = 3;

describe.skipIf(!hasAnvil).each(DIALECTS)("ether through a full node of others, on %s", (dialect) => {
  let anvil: AnvilNode;
  let api: TestApp;
  let network: AnvilNetwork;
  let desk: CoinDesk;
  let signer: OfflineSigner;
  let treasury: string;
  let ruth: Sender;
  beforeAll(async () => {
    signer = new OfflineSigner();
    anvil = await startAnvil();
    await anvil.mine(5);
    api = await startTestApp({
      dialect,
      env: { ETHEREUM_NODES: anvil.address, ETHEREUM_CHAIN_ID: String(anvil.chainId) },
    });
    const { client } = await newStaff(api, "finance");
    desk = new CoinDesk(api, client, "ETH", signer.sign);
    const found = signer.descriptors(/\[[\da-f]{8}\/44h\/60h\S+/g);
    for (const [at, role] of (["deposits", "treasury"] as const).entries())
      await mutateByTwo(api, client, "ops.wallets.add", { network: ETHEREUM, role, descriptor: found[at] });
    network = new AnvilNetwork(api, anvil);
    await network.follow();
    treasury = await fundEtherTreasury(client, network);
    ruth = await newSender(api, network);
  });
  afterAll(async () => {
    await api.close();
    await anvil.close();
    signer.close();
  });

  const rowOf = async ({ client }: Sender, { id }: Pick<Transaction, "id">) =>
    (await client.get<{ data: Transaction }>(`/api/users/transactions/${id}`)).body.data;
  const rawOf = async (id: string, kind: string): Promise<Uint8Array> => {
    const attempts = await listAttempts(api.services.database.read, id);
    return bytesOf(attempts.find((each) => each.kind === kind)?.raw ?? "");
  };
  const nodeTakes = async (raw: Uint8Array): Promise<void> => {
    expect(await api.services.networks.ethereum?.node.send(raw)).toEqual({ accepted: true });
  };
  const bump = async (id: string): Promise<CoinPayout> => {
    const { fee_rate: rate } = await desk.get(id);
    await desk.byTwo("bump", { id, fee_rate: (Number(rate) * 1.5).toFixed(9) });
    return desk.sign(id);
  };
  /** Two people let the network go on after a reorganisation that went deeper than final blocks. */
  const resume = async (): Promise<void> => {
    expect(await network.pausedBecause()).toMatch(/^a reorganisation replaced \d settled blocks$/);
    const input = { network: ETHEREUM, internal_note: "Looked at with two other nodes." };
    const { status } = await mutateByTwo(api, desk.client, "ops.networks.resume", input);
    expect([status, await network.pausedBecause()]).toEqual([200, null]);
  };
  /** The wallet has got what its withdrawal says, once. */
  async function expectPaid(sender: Sender, asked: Transaction, before: bigint, txid?: string) {
    const row = await rowOf(sender, asked);
    expect([row.status, row.txid]).toEqual(["completed", txid ?? row.txid]);
    const paid = (await network.balanceOf(sender.address)) - before;
    expect(paid).toBe(unitsOf(row.debit ?? "", "ETH") * WEI_PER_UNIT);
    expect(await network.pausedBecause()).toBeNull();
  }

  test("a wallet is proven by its signature, and no other one is", async () => {
    const [own, other] = [etherWallet("proven"), etherWallet("other")];
    const added = await ruth.client.post<{ data: CoinPayee }>("/api/users/coin-payees", {
      currency: "ETH",
      address: own.address,
      label: "Cold wallet",
      whose: "mine",
      wallet: "self_hosted",
    });
    const { id, proof_message: message } = added.body.data;
    const prove = (signature: string) =>
      ruth.client.post<{ data: CoinPayee }>(`/api/users/coin-payees/${id}/proof`, { signature });
    const refused = await prove(other.sign(message ?? ""));
    expect([refused.status, refused.body]).toMatchObject([422, { errors: { signature: expect.anything() } }]);
    const { status, body } = await prove(own.sign(message ?? ""));
    expect(status).toBe(200);
    expect(Date.parse(body.data.available_at)).toBeLessThanOrEqual(api.clock.now());
  });

  test("tokens are listed for staff, and are no coins", async () => {
    const { address } = await coinAddressOf(ruth.client, "ETH");
    const txid = await network.sendTokens(address, 10n ** 30n);
    await network.mine(SETTLED);
    const { data } = await query<{ data: UnknownToken[] }>(desk.client, "ops.arrivals.tokens", {});
    expect(data.data).toMatchObject([
      { txid, address, amount: String(10n ** 30n), customer: { id: ruth.id } },
    ]);
    expect(await coinDepositsOf(ruth.client)).toHaveLength(1);
  });

  test("coins of a transaction and of a contract are swept, and pay a withdrawal", async () => {
    const { address } = await coinAddressOf(ruth.client, "ETH");
    await network.sendByContract(address, ETHER / 2n + 7n);
    await network.mine(SETTLED);
    const arrived = (await coinDepositsOf(ruth.client)).filter(({ status }) => status === "credited");
    // The number of an arrival without a transaction is made of its address and amount.
    expect(arrived.map(({ amount, output }) => [amount, output === 0])).toEqual(
      expect.arrayContaining([
        ["3.00000000", true],
        ["0.50000000", false],
      ]),
    );
    expect(await network.remainder()).toBe(7n);

    const had = await network.balanceOf(treasury);
    const move = { network: ETHEREUM, what: "sweep" };
    const sweep = (await mutate<CoinPayout>(desk.client, "ops.coinMoves.create", move)).data;
    await desk.byTwo("release", { id: sweep.id });
    await desk.sign(sweep.id);
    await network.mine(SETTLED);
    const swept = await desk.get(sweep.id);
    expect(swept.status).toBe("settled");
    expect((await network.balanceOf(treasury)) - had).toBe(unitsOf(swept.change, "ETH") * WEI_PER_UNIT);
    expect(await network.balanceOf(address)).toBeLessThan(ETHER / 1000n);

    const before = await network.balanceOf(ruth.address);
    const asked = await withdrawCoins(ruth, "3.2");
    const { id } = await desk.released();
    const { attempts } = await desk.sign(id);
    expect(await rowOf(ruth, asked)).toMatchObject({ status: "sent", txid: attempts[0]?.txid });
    await network.mine(SETTLED);
    expect((await desk.get(id)).status).toBe("settled");
    await expectPaid(ruth, asked, before, attempts[0]?.txid ?? "");
  });

  test("a raised fee takes the place of the first, and after a deep reorganisation the first may be mined", async () => {
    const sender = await newSender(api, network);
    const asked = await withdrawCoins(sender, "0.5");
    const { id } = await desk.released();
    await desk.sign(id);
    const { attempts } = await bump(id);
    const [first, raised] = attempts;
    expect([first?.kind, raised?.kind, raised?.nonce]).toEqual(["pay", "bump", first?.nonce]);
    await network.mine(SETTLED);
    expect((await desk.get(id)).status).toBe("settled");
    await expectPaid(sender, asked, 0n, raised?.txid ?? "");

    await network.reorganise(SETTLED);
    await resume();
    expect([(await desk.get(id)).status, (await rowOf(sender, asked)).status]).toEqual(["sent", "sent"]);
    await nodeTakes(await rawOf(id, "pay"));
    await network.mine(SETTLED);
    expect((await desk.get(id)).status).toBe("settled");
    await expectPaid(sender, asked, 0n, first?.txid ?? "");
  });

  test("a cancelled payment is not made, unless a deep reorganisation has it mined", async () => {
    const sender = await newSender(api, network);
    const asked = await withdrawCoins(sender, "0.5");
    const { id } = await desk.released();
    await desk.sign(id);
    await desk.byTwo("cancel", { id });
    await desk.sign(id);
    await network.mine(SETTLED);
    expect([(await desk.get(id)).status, (await rowOf(sender, asked)).status]).toEqual([
      "cancelled",
      "requested",
    ]);
    expect(await network.balanceOf(sender.address)).toBe(0n);

    await network.reorganise(SETTLED);
    await resume();
    expect((await desk.call("create", { currency: "ETH" })).message).toBe(OWN_MESSAGES.nothingToPay);
    await nodeTakes(await rawOf(id, "pay"));
    await network.mine(SETTLED);
    expect((await desk.get(id)).status).toBe("settled");
    await expectPaid(sender, asked, 0n);
  });

  test("a reorganisation that drops a payment: it is sent again until a block has it", async () => {
    const sender = await newSender(api, network);
    const asked = await withdrawCoins(sender, "0.5");
    const { id } = await desk.released();
    await desk.sign(id);
    await network.mine(1);
    await network.reorganise(1);
    expect(await network.balanceOf(sender.address)).toBe(0n);
    await network.resend();
    await network.mine(SETTLED);
    expect((await desk.get(id)).status).toBe("settled");
    await expectPaid(sender, asked, 0n);
  });

  const drafts = async (): Promise<CoinPayout[]> =>
    (await query<{ data: CoinPayout[] }>(desk.client, "ops.coinPayouts.list", { status: "draft" })).data.data;

  test("a batch without payments closes a gap that a sent payment waits behind", async () => {
    const [first, second] = [await newSender(api, network), await newSender(api, network)];
    const given = await withdrawCoins(first, "0.2");
    const gap = (await desk.call("create", { currency: "ETH" })).data;
    const asked = await withdrawCoins(second, "0.2");
    const later = await desk.released();
    await desk.sign(later.id);
    await first.client.post(`/api/users/transactions/${given.id}/cancel`, {});
    await desk.call("cancel", { id: gap.id });
    await network.mine(SETTLED);
    expect((await desk.get(later.id)).status).toBe("sent");
    const [filling] = await drafts();
    expect(filling?.count).toBe(0);
    await desk.byTwo("release", { id: filling?.id });
    await desk.sign(filling?.id ?? "");
    await network.mine(SETTLED);
    expect((await desk.get(later.id)).status).toBe("settled");
    expect((await desk.get(filling?.id ?? "")).status).toBe("cancelled");
    await expectPaid(second, asked, 0n);
  });

  test("a contract that refuses is left out, and one that refuses later costs its fee and pays nothing", async () => {
    const sender = await newSender(api, network);
    await network.refuseAt(sender.address);
    const asked = await withdrawCoins(sender, "0.3");
    const alone = await desk.call("create", { currency: "ETH" });
    expect([alone.status, alone.message]).toEqual([422, ownMessage.leftOut(asked.reference, 0)]);
    await network.refuseAt(sender.address, false);
    const { id } = await desk.released();
    await desk.sign(id);
    await network.refuseAt(sender.address);
    await network.mine(SETTLED);
    expect((await desk.get(id)).payments).toMatchObject([{ reference: asked.reference, failed: true }]);
    expect((await rowOf(sender, asked)).status).toBe("requested");
    expect(await network.balanceOf(sender.address)).toBe(0n);
    expect((await desk.call("create", { currency: "ETH" })).message).toBe(
      ownMessage.leftOut(asked.reference, 0),
    );
    // It takes coins again, and a person has looked.
    await network.refuseAt(sender.address, false);
    const again = { currency: "ETH", again: [asked.reference] };
    const tried = (await desk.call("create", again)).data;
    await desk.byTwo("release", { id: tried.id });
    await desk.sign(tried.id);
    await network.mine(SETTLED);
    await expectPaid(sender, asked, 0n);
  });
});
