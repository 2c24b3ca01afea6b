import type { CoinPayee } from "@wattle/contracts/coin-payees";
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { Transaction } from "@wattle/contracts/history";
import { PERMISSIONS } from "@wattle/contracts/accounts";
import { updateUser } from "@wattle/db/accounts";
import { expect } from "vitest";
import type { Dialect } from "@wattle/db/database";
import { REFUSER } from "../chains/play/ethereum/gas.ts";
import { fundTreasury } from "../demo/fund-treasury.ts";
import { signWithDemoKey } from "../demo/demo-signer.ts";
import { startTestApp, type TestApp } from "./app-for-test.ts";
import { mutate, query, type Called } from "./call-procedure.ts";
import type { TestClient } from "./client.ts";
import { coinWallet, etherWallet } from "./coin-wallet.ts";
import { EtherNetwork } from "./ether-network.ts";
import type { FollowedNetwork } from "./followed-network.ts";
import { newAccount, newStaff } from "./new-staff.ts";
import { coinAddressOf, PlayNetwork } from "./play-network.ts";
import { mutateByTwo } from "./second-person.ts";

/** A customer who has coins, and may send them to a wallet of their own. */
export interface Sender {
  readonly client: TestClient;
  readonly id: string;
  readonly email: string;
  readonly currency: string;
  readonly address: string;
  readonly payee: string;
}

/** The chain of a coin, and a stranger who pays on it, in the chain's base units. */
export type CoinChain = FollowedNetwork & Pick<PlayNetwork | EtherNetwork, "send">;

const KINDS = {
  BTC: { wallet: coinWallet, brought: 30_000_000n },
  ETH: { wallet: etherWallet, brought: 3n * 10n ** 18n },
} as const;

const isKind = (currency: string): currency is keyof typeof KINDS => Object.hasOwn(KINDS, currency);

/** @param brought base units that the customer brings in. @param whose wallet the coins will go to */
export async function newSender(
  app: TestApp,
  network: Pick<CoinChain, "currency" | "send" | "mine">,
  brought?: bigint,
  whose: "mine" | "other" = "mine",
): Promise<Sender> {
  const { currency } = network;
  if (!isKind(currency)) throw new TypeError(`no wallet of a stranger has ${currency}`);
  const kind = KINDS[currency];
  const account = await newAccount(app, { permissions: JSON.stringify(PERMISSIONS) });
  const { client, id } = account;
  const wallet = kind.wallet(`of ${id}`);
  const added = await client.post<{ data: CoinPayee }>("/api/users/coin-payees", {
    currency,
    address: wallet.address,
    label: "My wallet",
    whose,
    ...(whose === "other" && { holder_name: "Someone Else" }),
    wallet: "self_hosted",
  });
  const { id: payee, proof_message: message } = added.body.data;
  await client.post(`/api/users/coin-payees/${payee}/proof`, { signature: wallet.sign(message ?? "") });
  const now = BigInt(app.clock.now());
  await app.services.database.write((tx) => updateUser(tx, id, { coins_sent_from: now }));
  await network.send((await coinAddressOf(client, currency)).address, brought ?? kind.brought);
  await network.mine(3);
  return { ...account, currency, address: wallet.address, payee };
}

/** The same customer, whose coins go to a contract that refuses them. */
export async function withRefuser(app: TestApp, sender: Sender): Promise<Sender> {
  const added = await sender.client.post<{ data: CoinPayee }>("/api/users/coin-payees", {
    currency: "ETH",
    address: REFUSER,
    label: "A contract",
    whose: "mine",
    wallet: "provider",
    provider_name: "A bank",
  });
  expect(added.status, added.text).toBe(201);
  const payee = added.body.data.id;
  await app.services.database.write((tx) =>
    tx.updateTable("coin_payees").set({ available_at: 0n }).where("id", "=", payee).execute(),
  );
  return { ...sender, payee };
}

/** Requests a withdrawal. @param credit what leaves the balance */
export async function withdrawCoins(
  { client, currency, payee }: Sender,
  credit = "0.1",
): Promise<Transaction> {
  const answer = await client.post<{ data: Transaction } & ErrorBody>("/api/users/transactions", {
    transaction_type: "withdraw",
    balance: { credit, credit_currency: currency },
    coin_payee_id: payee,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}

/** Batches of coins as a member of staff sees them. */
export class CoinDesk {
  readonly #app: TestApp;
  readonly client: TestClient;
  readonly #currency: string;
  readonly #signFile: (file: Uint8Array) => Uint8Array;

  constructor(app: TestApp, client: TestClient, currency = "BTC", signFile = signWithDemoKey) {
    this.#app = app;
    this.client = client;
    this.#currency = currency;
    this.#signFile = signFile;
  }

  call<T = CoinPayout>(act: string, input: object): Promise<Called<T>> {
    return mutate<T>(this.client, `ops.coinPayouts.${act}`, input);
  }

  async byTwo(act: string, input: object): Promise<CoinPayout> {
    return (await mutateByTwo<CoinPayout>(this.#app, this.client, `ops.coinPayouts.${act}`, input)).data;
  }

  async get(id: string): Promise<CoinPayout> {
    return (await query<CoinPayout>(this.client, "ops.coinPayouts.get", { id })).data;
  }

  /** A released batch of all that may be paid. */
  async released(): Promise<CoinPayout> {
    const { data, message } = await this.call("create", { currency: this.#currency });
    expect(data?.id, message).toBeTypeOf("string");
    return this.byTwo("release", { id: data.id });
  }

  async file(id: string): Promise<string> {
    const { data, message } = await this.call<{ content: string }>("file", { id });
    expect(data?.content, message).toBeTypeOf("string");
    return data.content;
  }

  async signedFile(id: string): Promise<string> {
    const signed = this.#signFile(Buffer.from(await this.file(id), "base64"));
    return Buffer.from(signed).toString("base64");
  }

  /** Signs its file, and imports it: it is sent. */
  async sign(id: string): Promise<CoinPayout> {
    const imported = await this.call("import", { id, content: await this.signedFile(id) });
    expect(imported.status, imported.message).toBe(200);
    return this.get(id);
  }
}

/** An application whose treasury has coins, with its network followed and the finance desk at it. */
export async function startCoinDesk(dialect: Dialect) {
  const api = await startTestApp({ dialect });
  await fundTreasury(api.services);
  const network = new PlayNetwork(api);
  await network.follow();
  return { api, network, desk: new CoinDesk(api, (await newStaff(api, "finance")).client) };
}

/** Has the treasury's first address of Ethereum some ether. @returns it */
export async function fundEtherTreasury(
  client: TestClient,
  network: Pick<CoinChain, "send" | "mine">,
): Promise<string> {
  const { data, message } = await mutate<{ address: string }>(client, "ops.wallets.address", {
    network: "ethereum",
  });
  expect(data?.address, message).toBeTypeOf("string");
  await network.send(data.address, 20n * 10n ** 18n);
  await network.mine(3);
  return data.address;
}

/** The same on Ethereum: the treasury's first address has some ether. */
export async function startEtherDesk(dialect: Dialect) {
  const api = await startTestApp({ dialect });
  const network = new EtherNetwork(api);
  await network.follow();
  const { client } = await newStaff(api, "finance");
  const treasury = await fundEtherTreasury(client, network);
  return { api, network, treasury, desk: new CoinDesk(api, client, "ETH") };
}
