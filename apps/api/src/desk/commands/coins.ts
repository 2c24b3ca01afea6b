import type { Arrival, UnknownToken } from "@wattle/contracts/coin-operations";
import { calling } from "./calling.ts";
import type { Command } from "./command.ts";

const arrivalCells = ({ customer, reason, ...row }: Arrival): Record<string, unknown> => ({
  ...row,
  customer: customer?.email ?? "",
  reason: reason ?? "",
});

const tokenCells = ({ customer, ...row }: UnknownToken): Record<string, unknown> => ({
  ...row,
  customer: customer?.email ?? "",
});

/** Coins on chain: wallets, networks, and what arrives. */
export const COIN_COMMANDS: readonly Command[] = [
  calling("wallets list", "ops.wallets.list", {
    about: "networks with their wallets, and the chain against the books",
  }),
  calling("wallets add", "ops.wallets.add", {
    about: "add a wallet by its public keys, once a second person approves",
    words: ["network", "role", "descriptor"],
  }),
  calling("wallets address", "ops.wallets.address", {
    about: "take the treasury's next address",
    words: ["network"],
  }),
  calling("networks resume", "ops.networks.resume", {
    about: "resume a network that paused itself, once a second person approves",
    words: ["network"],
  }),
  calling("networks book-spend", "ops.networks.bookSpend", {
    about: "book a transaction that no batch made, once a second person approves",
    words: ["network", "txid"],
  }),
  calling("arrivals list", "ops.arrivals.list", {
    about: "coins that arrived on chain, newest first",
    row: arrivalCells,
    empty: "nothing has arrived",
  }),
  calling("arrivals tokens", "ops.arrivals.tokens", {
    about: "unknown tokens that were sent to our addresses, newest first: they are credited to no one",
    row: tokenCells,
    empty: "no tokens have arrived",
  }),
  calling("arrivals credit", "ops.arrivals.credit", {
    about: "credit what arrived to a customer, once a second person approves",
    words: ["arrival", "customer"],
    names: { id: "arrival" },
    print: arrivalCells,
  }),
  calling("arrivals own-money", "ops.arrivals.ownMoney", {
    about:
      "say that coins of the treasury were bought by hand, come from the venue, or from the card provider",
    words: ["arrival"],
    names: { id: "arrival" },
    print: arrivalCells,
  }),
];
