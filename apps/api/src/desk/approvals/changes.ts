/** Changes of an act, before and after, as the person who decides reads them. */
import { withMinus } from "@wattle/exchange-core/display";
import type { ApprovalRecord } from "@wattle/contracts/approvals";
import { balancesOf } from "@wattle/db/balances";
import type { Reader } from "@wattle/db/database";
import { exactMoney } from "../../amount-text.ts";

/** Something in words that is as it was for as long as the request can be approved: `state` sees that. */
interface WordChange {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Amount moved on a customer's balance, in smallest units: below zero if it is taken. Other acts may move the balance
 * meanwhile.
 */
interface BalanceChange {
  readonly customer: string;
  readonly currency: string;
  readonly moves: bigint;
}

/** A change as the plan of an act says it. */
export type PlannedChange = WordChange | BalanceChange;

/** A change as a request keeps it. The words are those of the request's time; a balance is worked out again later. */
export type KeptChange = WordChange & {
  readonly balance?: { readonly customer: string; readonly currency: string; readonly moves: string };
};

type ReadChange = ApprovalRecord["changes"][number];

/** A state or a role as staff read it: `awaiting_payment` is "Awaiting payment". */
export function stateText(state: string): string {
  const words = state.replaceAll(/[_-]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Several words, or that there are none. */
export const listText = (words: readonly string[]): string => words.join(", ") || "None";

const signedMoney = (units: bigint, code: string): string => withMinus(exactMoney(units, code));

/** A customer's balance as it is at this moment, and with what the act moves. */
async function balanceChange(
  reader: Reader,
  { customer, currency, moves }: BalanceChange,
): Promise<WordChange> {
  const units = (await balancesOf(reader, customer)).get(currency) ?? 0n;
  return {
    what: `${currency} balance`,
    before: signedMoney(units, currency),
    after: signedMoney(units + moves, currency),
  };
}

/** The changes of an act as they are kept while it waits. */
export async function keepChanges(reader: Reader, planned: readonly PlannedChange[]): Promise<KeptChange[]> {
  const kept: KeptChange[] = [];
  for (const change of planned) {
    if ("what" in change) kept.push(change);
    else {
      const balance = { ...change, moves: String(change.moves) };
      kept.push({ ...(await balanceChange(reader, change)), balance });
    }
  }
  return kept;
}

/** The changes as they were at the time of the request. */
export const changesThen = (kept: readonly KeptChange[]): ReadChange[] =>
  kept.map(({ what, before, after }) => ({ what, before, after, now: false }));

/** The changes with balances as they are now. */
export async function changesNow(reader: Reader, kept: readonly KeptChange[]): Promise<ReadChange[]> {
  const read: ReadChange[] = [];
  for (const { balance, ...then } of kept) {
    if (balance === undefined) read.push({ ...then, now: false });
    else {
      const change = { ...balance, moves: BigInt(balance.moves) };
      read.push({ ...(await balanceChange(reader, change)), now: true });
    }
  }
  return read;
}
