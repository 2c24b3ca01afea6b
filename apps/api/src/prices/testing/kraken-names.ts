/** Kraken's names of the tests' currencies: those it trades. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["AUD", "AUD"],
  ["BTC", "XBT"],
  ["ETH", "ETH"],
]);

export const krakenNameOf = (code: string): string | undefined => NAMES.get(code);
