import { magnitude } from "@wattle/exchange-core/decimal";
import type { OwnMoneyInput } from "@wattle/contracts/bank-lines";
import { DomainError } from "@wattle/contracts/errors";
import { settleBankLine } from "@wattle/db/bank-lines";
import type { WriteTx } from "@wattle/db/database";
import { houseAccount } from "@wattle/db/ledger/accounts";
import { postEntry, reversePostings, type Posting } from "@wattle/db/ledger/post-entry";
import type { BankLineRow } from "@wattle/db/tables";
import type { Operator } from "../audit/record-act.ts";
import type { LineServices } from "./credit-line.ts";

/**
 * Moves a line's money to the operator's own, or to or from the venue, once, in the caller's transaction.
 * @throws DomainError `state_conflict` if it was used before
 */
export async function markOwnMoney(
  tx: WriteTx,
  { clock, ids }: Pick<LineServices, "clock" | "ids">,
  operator: Operator,
  { line, input }: { readonly line: BankLineRow; readonly input: OwnMoneyInput },
): Promise<BankLineRow> {
  const { id, account, internal_note } = input;
  const [entryId, at] = [ids.uuid(), BigInt(clock.now())];
  const settled = await settleBankLine(tx, id, {
    status: "own_money",
    internalNote: internal_note,
    by: operator.id,
    at,
  });
  if (settled === undefined) throw new DomainError("state_conflict");
  const { amount, currency } = line;
  const cameIn: Posting = {
    source: houseAccount("suspense", currency),
    destination: houseAccount(account, currency),
    currency,
    amount: magnitude(amount),
  };
  await postEntry(tx, {
    id: entryId,
    kind: "own_money",
    description: `Own money on the statement of ${line.deposit_account_id}`,
    createdBy: operator.id,
    approvedBy: operator.approvedBy,
    createdAt: at,
    postings: amount > 0n ? [cameIn] : reversePostings([cameIn]),
  });
  const how = { status: "own_money", entryId, by: operator.id, at } as const;
  return (await settleBankLine(tx, id, how, ["own_money"])) ?? settled;
}
