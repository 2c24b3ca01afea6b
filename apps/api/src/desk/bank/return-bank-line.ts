import { magnitude } from "@wattle/exchange-core/decimal";
import { bankLine, returnBankLineInput } from "@wattle/contracts/bank-lines";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { balancesOf } from "@wattle/db/balances";
import { findBankLine, lockBankLine } from "@wattle/db/bank-lines";
import { lockCredits } from "@wattle/db/credited-before";
import type { Reader, WriteTx } from "@wattle/db/database";
import { InsufficientFundsError } from "@wattle/db/ledger/post-entry";
import type { BankLineRow } from "@wattle/db/tables";
import { exactMoney } from "../../amount-text.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { creditedByHand } from "../../bank-lines/credited-before.ts";
import { bankLineOfRow } from "../../bank-lines/list-bank-lines.ts";
import { returnLine, returnTarget, type ReturnTarget } from "../../bank-lines/return-line.ts";
import { importerReasons } from "../../bank-lines/who-brought.ts";
import { returnedLetter } from "../../deposits/settle-deposit.ts";
import type { ReviewedAct } from "../approvals/act.ts";
import { readLetter } from "../approvals/reads.ts";
import { stateText, type PlannedChange } from "../approvals/changes.ts";

/** @throws DomainError `not_found`; `state_conflict` for a line that was used otherwise */
async function returnableLine(reader: Reader, id: string): Promise<BankLineRow> {
  const line = await findBankLine(reader, id);
  if (line === undefined) throw new DomainError("not_found");
  const isOpen = line.status === "unmatched" || line.status === "proposed";
  if (!isOpen && (line.status !== "credited" || line.amount < 0n)) throw new DomainError("state_conflict");
  return line;
}

/** Changes of a return: the customer's balance or debt, the deposit, and the line. */
async function changesOf(
  tx: WriteTx,
  line: BankLineRow,
  { customer, deposit, takesBack }: ReturnTarget,
): Promise<PlannedChange[]> {
  const { currency } = line;
  const changes: PlannedChange[] = [];
  if (customer !== undefined && takesBack > 0n) {
    const has = (await balancesOf(tx, customer)).get(currency) ?? 0n;
    changes.push(
      line.amount > 0n || has >= takesBack
        ? { customer, currency, moves: -takesBack }
        : {
            what: "Owed by the customer for this line",
            before: exactMoney(0n, currency),
            after: exactMoney(takesBack, currency),
          },
    );
  }
  if (deposit !== undefined) {
    const { reference, status } = deposit;
    changes.push({ what: `Deposit ${reference}`, before: stateText(status), after: "Returned" });
  }
  const before = line.status === "credited" ? "Credited" : "Not used";
  return [...changes, { what: "Bank line", before, after: "Returned" }];
}

/**
 * Gives a line's money back, or settles what went out as given back. The plan throws `not_found`; `state_conflict` for a line that was
 * used otherwise, or is not as it was seen; `validation_failed` at `id` for money that went out and undoes nothing; doing it
 * `insufficient_funds`.
 */
export const returnBankLine: ReviewedAct<typeof returnBankLineInput, typeof bankLine, MovedWorth> = {
  title: "Return a bank line",
  roles: ["finance"],
  moves: {
    what: "a bank line's money, back to its payer",
    people: "by sum",
    why: "the same person imported the line; no one answers for it; its money may be credited already",
  },
  confirmed: true,
  errors: ["not_found", "state_conflict", "insufficient_funds"],
  input: returnBankLineInput,
  output: bankLine,
  look: async (services, { id }) => {
    const line = await returnableLine(services.database.read, id);
    return worthOf(services, magnitude(line.amount), line.currency);
  },
  plan: async (tx, { services, operator, known }, input) => {
    await lockCredits(tx, (await returnableLine(tx, input.id)).currency);
    // If two clerks ask at once, the second then sees the first one's request.
    await lockBankLine(tx, input.id);
    const line = await returnableLine(tx, input.id);
    const target = await returnTarget(tx, services, { line, input });
    const amount = exactMoney(magnitude(line.amount), line.currency);
    // Money credited by this line is taken back from there.
    const before =
      line.status === "credited" ? undefined : await creditedByHand(tx, services, line, target.deposit);
    return {
      subject: `a bank line of ${line.booked_on} for ${amount}`,
      ...(target.customer !== undefined && { customer: target.customer }),
      once: line.id,
      details: {
        [line.amount > 0n ? "Came in" : "Went out"]: amount,
        Payer: line.payer || undefined,
        Text: line.text,
        Message: input.message,
        ...before?.details,
        "Internal note": input.internal_note,
      },
      changes: await changesOf(tx, line, target),
      reads: target.told && readLetter(returnedLetter(services, target.told, input.message)),
      state: `the line is ${line.status}, and with it ${target.deposit?.reference ?? target.undoes ?? "nothing"}`,
      reasons: [...(await importerReasons(tx, line, operator)), ...(before?.reasons ?? [])],
      worth: known,
      log: {
        action: "bank_line.returned",
        subject: line.id,
        details: {
          from: line.status,
          customer: line.customer_id ?? undefined,
          message: input.message,
          internal_note: input.internal_note,
        },
      },
      run: async (log) => {
        try {
          return bankLineOfRow(await returnLine(tx, { ...services, log }, operator, { line, input }));
        } catch (failed) {
          if (!(failed instanceof InsufficientFundsError)) throw failed;
          throw DomainError.at("id", "insufficient_funds", OWN_MESSAGES.moneySpent);
        }
      },
    };
  },
};
