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
