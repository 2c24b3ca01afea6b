/** Balances of many addresses by one call: code that makes no contract reads them, and gives them back in place of one. */

/** So many balances of 16 bytes are as much as a contract's code may be. */
export const MOST_BALANCES = 1500;
const BYTES = 16;

/**
 * Code that goes through the addresses behind it, and writes their balances one after the other. The stack has the place of the next
 * address (`i`) and that of the next balance (`o`).
 */
const CODE = [
  "602a6000", // i is the length of this code, o is 0
  "5b38821060", // again: is i below the length of all?
  "0e576000f3", // if not, the answer is o bytes from 0 on
  "5b602082823980516060", // the address at i
  "1c31", // its balance
  "60801b8152", // is written at o
  "601001906014019060", // o and i go on
  "0456", // again
].join("");

/** Data of a call that reads these balances. */
export const balancesCall = (scripts: readonly string[]): string =>
  `0x${CODE}${scripts.map((script) => script.slice(2)).join("")}`;

/** Balances in the answer; undefined if it has another form. */
export function balancesIn(answer: string, count: number): bigint[] | undefined {
  const digits = BYTES * 2;
  if (answer.length !== 2 + count * digits) return undefined;
  return Array.from({ length: count }, (_, at) =>
    BigInt(`0x${answer.slice(2 + at * digits, 2 + (at + 1) * digits)}`),
  );
}
