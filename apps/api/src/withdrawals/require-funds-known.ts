import { DomainError } from "@wattle/contracts/errors";
import type { WriteTx } from "@wattle/db/database";
import { waitsForFunds } from "../compliance/keep-rating.ts";

/**
 * Refuses a large withdrawal as long as the customer's source of funds is asked for.
 * @throws DomainError `account_under_review`
 */
export async function requireFundsKnown(tx: WriteTx, userId: string, isLarge: boolean, field?: string) {
  if (!isLarge || !(await waitsForFunds(tx, userId))) return;
  throw field === undefined
    ? new DomainError("account_under_review")
    : DomainError.at(field, "account_under_review");
}
