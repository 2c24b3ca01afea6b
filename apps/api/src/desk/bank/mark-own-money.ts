import { magnitude } from "@wattle/exchange-core/decimal";
import { bankLine, ownMoneyInput } from "@wattle/contracts/bank-lines";
import { DomainError } from "@wattle/contracts/errors";
import { lockBankLine } from "@wattle/db/bank-lines";
import type { BankLineRow } from "@wattle/db/tables";
import { amountText, exactMoney } from "../../amount-text.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { bankLineOfRow } from "../../bank-lines/list-bank-lines.ts";
import { markOwnMoney as mark } from "../../bank-lines/own-money.ts";
import { openLine } from "../../bank-lines/settle-payout.ts";
import { importerReasons } from "../../bank-lines/who-brought.ts";
import { requiredVenue } from "../../venues/required-venue.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";

const TO = { own: "Own money", venue: "Between bank and venue" } as const;

/** @throws DomainError `state_conflict` if the house does not trade in the line's currency at a venue */
function requireTraded(services: ActServices, { currency }: Pick<BankLineRow, "currency">): void {
  requiredVenue(services);
  if (currency !== services.config.brand.markets.homeCurrency) throw new DomainError("state_conflict");
}

/**
 * Says that a line's money is the operator's own: interest, the bank's fees, money paid in or taken out, or moved between bank and venue.
 * The plan throws `not_found`, `state_conflict` if it was used before, and as `requireTraded` for the venue.
 */
export const markOwnMoney: ReviewedAct<typeof ownMoneyInput, typeof bankLine, MovedWorth> = {
  title: "Keep a bank line as own money",
  roles: ["finance"],
  moves: {
    what: "a bank line's money, to the operator",
    people: "by sum",
    why: "the same person imported the line; no one answers for it",
  },
  confirmed: true,
  errors: ["not_found", "state_conflict"],
  input: ownMoneyInput,
  output: bankLine,
  look: async (services, { id }) => {
    const line = await openLine(services.database.read, id);
    return worthOf(services, magnitude(line.amount), line.currency);
  },
  plan: async (tx, { services, operator, known }, input) => {
    // If two clerks ask at once, the second then sees the first one's request.
    await lockBankLine(tx, input.id);
    const line = await openLine(tx, input.id);
    if (input.account === "venue") requireTraded(services, line);
    const amount = exactMoney(magnitude(line.amount), line.currency);
    return {
      subject: `a bank line of ${line.booked_on} for ${amount}`,
      once: line.id,
      details: {
        [line.amount > 0n ? "Came in" : "Went out"]: amount,
        Payer: line.payer || undefined,
        Text: line.text,
        "It is": TO[input.account],
        "Internal note": input.internal_note,
      },
      changes: [{ what: "Bank line", before: "Not used", after: TO[input.account] }],
      state: "the line has not been used",
      reasons: await importerReasons(tx, line, operator),
      worth: known,
      log: {
        action: "bank_line.own_money",
        subject: line.id,
        details: {
          amount: `${amountText(line.amount, line.currency)} ${line.currency}`,
          account: input.account,
          internal_note: input.internal_note,
        },
      },
      run: async () => bankLineOfRow(await mark(tx, services, operator, { line, input })),
    };
  },
};
