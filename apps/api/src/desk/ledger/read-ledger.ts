import type { LedgerAccounts, LedgerCheck } from "@wattle/contracts/ledger";
import { accountTotals, sideOf, type AccountTotal } from "@wattle/db/ledger/account-totals";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { amountText } from "../../amount-text.ts";
import { isoTime } from "../../clock.ts";
import type { Services } from "../../services.ts";

const houseAccountOf = ({ purpose, currency, net }: AccountTotal): LedgerAccounts["house"][number] => {
  const side = sideOf(purpose);
  const balance = amountText(side === "debit" ? -net : net, currency);
  return { account: `house:${purpose}:${currency}`, purpose, currency, side, balance };
};

/**
 * Every house account, and what customers own, as the books said at a moment.
 * @param at ISO 8601 with an offset; now if it is left out
 */
export async function readLedgerAccounts(
  { database, clock }: Pick<Services, "database" | "clock">,
  at: string | undefined,
): Promise<LedgerAccounts> {
  const moment = at === undefined ? undefined : BigInt(Date.parse(at));
  const totals = await accountTotals(database.read, moment);
  const customers = new Map<string, { available: bigint; held: bigint }>();
  for (const { owner, purpose, currency, net } of totals) {
    const sums = customers.get(currency) ?? { available: 0n, held: 0n };
    customers.set(currency, sums);
    if (owner === "customer") sums[purpose === "held" ? "held" : "available"] += net;
  }
  return {
    at: isoTime(moment ?? BigInt(clock.now())),
    house: totals.filter(({ owner }) => owner === "house").map(houseAccountOf),
    customers: [...customers].map(([currency, { available, held }]) => ({
      currency,
      available: amountText(available, currency),
      held: amountText(held, currency),
      total: amountText(available + held, currency),
    })),
  };
}

/** Recomputes every balance from the postings and names mismatches. */
export async function checkBooks({ database }: Pick<Services, "database">): Promise<LedgerCheck> {
  const { accounts, entries, mismatches } = await checkLedger(database.read);
  const texts = mismatches.map((mismatch) =>
    Object.fromEntries(
      Object.entries(mismatch).map(([name, value]) => [name, value === null ? null : String(value)]),
    ),
  );
  return { accounts, entries, mismatches: texts };
}
