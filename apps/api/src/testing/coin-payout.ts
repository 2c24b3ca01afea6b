import type { CoinPayee } from "@wattle/contracts/coin-payees";
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { Transaction } from "@wattle/contracts/history";
import { PERMISSIONS } from "@wattle/contracts/accounts";
import { updateUser } from "@wattle/db/accounts";
import { expect } from "vitest";
import type { Dialect } from "@wattle/db/database";
import { fundTreasury } from "../demo/fund-treasury.ts";
import { signWithDemoKey } from "../demo/demo-signer.ts";
import { startTestApp, type TestApp } from "./app-for-test.ts";
import { mutate, query, type Called } from "./call-procedure.ts";
import type { TestClient } from "./client.ts";
import { coinWallet } from "./coin-wallet.ts";
import { newAccount, newStaff } from "./new-staff.ts";
import { coinAddressOf, PlayNetwork } from "./play-network.ts";
import { mutateByTwo } from "./second-person.ts";

/** A customer who has coins, and may send them to a wallet of their own. */
export interface Sender {
  readonly client: TestClient;
  readonly id: string;
  readonly email: string;
  readonly address: string;
  readonly payee: string;
}

/** @param satoshi that the customer brings in. @param whose wallet the coins will go to */
export async function newSender(
  app: TestApp,
  network: Pick<PlayNetwork, "send" | "mine">,
  satoshi = 30_000_000n,
  whose: "mine" | "other" = "mine",
): Promise<Sender> {
  const account = await newAccount(app, { permissions: JSON.stringify(PERMISSIONS) });
  const { client, id } = account;
  const wallet = coinWallet(`of ${id}`);
  const added = await client.post<{ data: CoinPayee }>("/api/users/coin-payees", {
    currency: "BTC",
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
  await network.send((await coinAddressOf(client)).address, satoshi);
  await network.mine(3);
  return { ...account, address: wallet.address, payee };
}

/** Requests a withdrawal. @param credit what leaves the balance */
export async function withdrawCoins({ client, payee }: Sender, credit = "0.1"): Promise<Transaction> {
  const answer = await client.post<{ data: Transaction } & ErrorBody>("/api/users/transactions", {
    transaction_type: "withdraw",
    balance: { credit, credit_currency: "BTC" },
    coin_payee_id: payee,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}

/** Batches of coins as a member of staff sees them. */
export class CoinDesk {
  readonly #app: TestApp;
  readonly client: TestClient;

  constructor(app: TestApp, client: TestClient) {
    this.#app = app;
    this.client = client;
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
    const { data, message } = await this.call("create", { currency: "BTC" });
    expect(data?.id, message).toBeTypeOf("string");
    return this.byTwo("release", { id: data.id });
  }

  async file(id: string): Promise<string> {
    const { data, message } = await this.call<{ content: string }>("file", { id });
    expect(data?.content, message).toBeTypeOf("string");
    return data.content;
  }

  async signedFile(id: string): Promise<string> {
    const signed = signWithDemoKey(Buffer.from(await this.file(id), "base64"));
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
