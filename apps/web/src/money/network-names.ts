import type { Network } from "@wattle/contracts/networks";

/** Networks in the customer's words. */
export const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  bitcoin: "Bitcoin",
  ethereum: "Ethereum",
};

/** Texts for customers who bring coins in by a network. */
interface DepositTexts {
  /** When coins are credited, of the confirmations that are needed. */
  readonly credited: (needed: number) => string;
  /** How far an arrival in a block is. */
  readonly confirming: (
    confirmations: number,
    needed: number,
  ) => { readonly word: string; readonly more?: string };
  /** Things that people send by mistake and lose. */
  readonly notCredited: string;
}

export const DEPOSIT_TEXTS: Readonly<Record<Network, DepositTexts>> = {
  bitcoin: {
    credited: (needed) => `After ${needed} confirmations, more for large amounts`,
    confirming: (confirmations, needed) => ({ word: `${Math.min(confirmations, needed)} of ${needed}` }),
    notCredited: "We can’t return anything else that is sent here.",
  },
  // Its nodes say which block is final: no count of blocks does.
  ethereum: {
    credited: () => "Once its block is final, later for large amounts",
    confirming: () => ({ word: "Confirming", more: "We credit it once its block is final." }),
    notCredited: "Tokens, such as USDT, are not credited, and we can’t return them.",
  },
};
