import type { Network } from "@wattle/contracts/networks";

/** How batches of a network differ from those of others. */
interface NetworkBatches {
  /**
   * Coins are the balances of accounts: each payment is a transaction of its own with a nonce, which its recipient can refuse. There
   * is no change, and nothing to consolidate.
   */
  readonly hasAccounts: boolean;
  /** Unit of fee rates. */
  readonly rateUnit: string;
  /** The signer's files: their extension, and what is said of others. */
  readonly file: { readonly accept: string; readonly problem: string };
  /** Time to sweep deposits into the treasury. */
  readonly sweep: string;
  /** Effect of cancelling after the file was fetched. */
  readonly cancelFetched: string;
  /** Effect of a higher fee, and the one that nodes take. */
  readonly bump: string;
  readonly bumpHint?: string;
}

export const NETWORK_BATCHES: Readonly<Record<Network, NetworkBatches>> = {
  bitcoin: {
    hasAccounts: false,
    rateUnit: "sat/vB",
    file: { accept: ".psbt", problem: "Choose a .psbt file" },
    sweep: "Sweep bitcoin when fees are low: payouts can spend customers’ deposits too.",
    cancelFetched:
      "Its file may be signed already. The next batch pays the same withdrawals and spends one of its coins, so only one of the two can be paid.",
    bump: "It makes a new file with the same coins, so a block has only one of the two.",
  },
  ethereum: {
    hasAccounts: true,
    rateUnit: "gwei",
    file: { accept: ".json", problem: "Choose a .json file" },
    sweep: "Sweep ether before payouts need it: they come from the treasury only.",
    cancelFetched:
      "Its file may be signed already. The next batch pays the same withdrawals with its nonces, so only one of the two can be paid.",
    bump: "It makes a new file for the payments that no block has yet, with the same nonces, so a block has only one of each two.",
    bumpHint: "Nodes take it if it’s 10% higher.",
  },
};
