import type { Transaction } from "@wattle/contracts/history";
import type { Network } from "@wattle/contracts/networks";
import { expect } from "vitest";
import type { TestApp } from "./app-for-test.ts";
import { mutate, type Called } from "./call-procedure.ts";
import { withdrawCoins, type CoinChain, type CoinDesk, type Sender } from "./coin-payout.ts";
import { mutateByTwo } from "./second-person.ts";

interface Booked {
  readonly completed: string[];
  readonly released: string[];
  readonly taken: string;
  readonly fee: string;
}

const NOTE = "Found with another tool";

/** The desk at which two people have a transaction booked that no batch made. */
export class SpendDesk {
  readonly #api: TestApp;
  readonly #desk: CoinDesk;
  readonly #chain: CoinChain;
  readonly #network: Network;

  constructor(api: TestApp, desk: CoinDesk, chain: CoinChain) {
    this.#api = api;
    this.#desk = desk;
    this.#chain = chain;
    this.#network = chain.currency === "BTC" ? "bitcoin" : "ethereum";
  }

  #inputOf(txid: string) {
    return { network: this.#network, txid, internal_note: NOTE };
  }

  /** One person asks. */
  ask(txid: string): Promise<Called<{ outcome: string }>> {
    return mutate(this.#desk.client, "ops.networks.bookSpend", this.#inputOf(txid));
  }

  async refusalOf(txid: string): Promise<string | undefined> {
    return (await this.ask(txid)).message;
  }

  async book(txid: string): Promise<Booked> {
    const act = "ops.networks.bookSpend";
    const { data, message } = await mutateByTwo<Booked>(
      this.#api,
      this.#desk.client,
      act,
      this.#inputOf(txid),
    );
    expect(data, message).toBeDefined();
    return data;
  }

  async statusOf({ client }: Sender, { id }: Pick<Transaction, "id">): Promise<string> {
    return (await client.get<{ data: Transaction }>(`/api/users/transactions/${id}`)).body.data.status;
  }

  /** Status of the answer to a customer who cancels a withdrawal. */
  async cancelled({ client }: Sender, { id }: Pick<Transaction, "id">): Promise<number> {
    return (await client.post(`/api/users/transactions/${id}/cancel`, {})).status;
  }

  async resume(): Promise<void> {
    const input = { network: this.#network, internal_note: NOTE };
    await mutateByTwo(this.#api, this.#desk.client, "ops.networks.resume", input);
  }

  /** The chain and the books agree, and the next batch is made, signed, sent and settled. */
  async goesOn(sender: Sender): Promise<void> {
    await this.resume();
    await this.#chain.mine(1);
    expect(await this.#chain.pausedBecause()).toBeNull();
    await withdrawCoins(sender, "0.02");
    const { id } = await this.#desk.released();
    await this.#desk.sign(id);
    await this.#chain.mine(3);
    expect((await this.#desk.get(id)).status).toBe("settled");
    expect(await this.#chain.pausedBecause()).toBeNull();
  }
}
