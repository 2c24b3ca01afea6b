import type { BankLineProposal, SeenOfLine } from "@wattle/contracts/bank-lines";
import { DomainError } from "@wattle/contracts/errors";
import type { BankTransaction } from "@wattle/db/bank-transactions";
import { signedUnits } from "../amount-text.ts";

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((text, place) => text === others[place]);

/**
 * Whether a line, and the deposit it is credited to, are as they were shown to who acts on it. The caller holds the deposit's customer.
 * @throws DomainError `state_conflict`
 */
export function checkSeen(
  seen: SeenOfLine,
  now: { readonly proposal: BankLineProposal | null; readonly deposit?: BankTransaction | undefined },
): void {
  const { proposal, deposit } = now;
  const { reasons, returns_deposit: returns, paid } = seen ?? {};
  const isAsSeen =
    (reasons === undefined || isSame(reasons, proposal?.reasons ?? [])) &&
    (returns === undefined || returns === (proposal?.returns_deposit ?? false)) &&
    (paid === undefined ||
      deposit === undefined ||
      signedUnits(paid, deposit.credit_currency) === (deposit.status === "completed" ? deposit.credit : 0n));
  if (!isAsSeen) throw new DomainError("state_conflict");
}
