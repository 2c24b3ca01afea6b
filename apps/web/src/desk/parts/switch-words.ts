const WORDS: Readonly<Record<string, string>> = {
  trading: "Trading",
  deposits: "Deposits",
  withdrawals: "Withdrawals",
  "sign-ups": "Sign-ups",
  "coins-in": "Crypto deposits",
  "coins-out": "Crypto withdrawals",
  "network:bitcoin": "Bitcoin network",
  "network:ethereum": "Ethereum network",
  "venue:play": "Play venue",
  "venue:kraken": "Kraken",
};

/** A switch by name: 'Deposits', 'Buying BTC', 'BTC/AUD'. */
export function switchText(what: string): string {
  const [kind, name = what] = what.split(":");
  if (WORDS[what] !== undefined) return WORDS[what];
  return kind === "buy" ? `Buying ${name}` : kind === "sell" ? `Selling ${name}` : name;
}

/** The same within a sentence: 'sign-ups', 'buying BTC', 'ETH/AUD'. */
export const switchObject = (what: string): string =>
  switchText(what).replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());

/** Groups of a list of switches, in its order. */
export const SWITCH_GROUPS = ["Customers", "Coins", "Networks", "Markets", "Venues"] as const;

const GROUP_OF: Readonly<Record<string, (typeof SWITCH_GROUPS)[number]>> = {
  "coins-in": "Coins",
  "coins-out": "Coins",
  network: "Networks",
  pair: "Markets",
  buy: "Markets",
  sell: "Markets",
  venue: "Venues",
};

export const switchGroup = (what: string): (typeof SWITCH_GROUPS)[number] =>
  GROUP_OF[what.split(":")[0] ?? ""] ?? "Customers";

const STOPS: Readonly<Record<string, string>> = {
  trading: "buying and selling. Balances stay.",
  deposits: "new deposits of money and coins.",
  withdrawals: "withdrawals of money and coins.",
  "sign-ups": "new accounts.",
  "coins-in": "new addresses. Coins that arrive wait.",
  "coins-out": "withdrawals of coins.",
  network: "coins in and out on this network.",
  venue: "our orders there. Customers aren’t affected.",
};

/** The effect of a pause: 'Stops new accounts.' */
export function stopsText(what: string): string {
  const [kind = "", name = ""] = what.split(":");
  const side = kind === "buy" ? "buying" : kind === "sell" ? "selling" : "buying and selling";
  return `Stops ${STOPS[kind] ?? `${side} ${name.replace("/", " for ")}.`}`;
}
