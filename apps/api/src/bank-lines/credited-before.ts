import { addDays, dayText, localDay, startOfDay } from "@wattle/contracts/days";
import type { BankTransaction } from "@wattle/db/bank-transactions";
import {
  listCreditedLines,
  listUnshownCredits,
  type ByHand,
  type CreditedLine,
} from "@wattle/db/credited-before";
import type { Reader } from "@wattle/db/database";
import type { BankLineRow } from "@wattle/db/tables";
import { exactMoney } from "../amount-text.ts";
import type { Services } from "../services.ts";
import { keptProposal } from "./propose-lines.ts";

/** How many days a credit by hand and its line can be apart. */
const APART = 30;

type JudgeServices = Pick<Services, "clock" | "config">;

/** Why money may be on a balance already, and what the second person reads of that. */
export interface CreditedBefore {
  readonly reasons: readonly string[];
  readonly details: Readonly<Record<string, string>>;
}

const NOTHING: CreditedBefore = { reasons: [], details: {} };

const isNamed = ({ proposal }: Pick<BankLineRow, "proposal">, reference: string | undefined): boolean => {
  const kept = keptProposal({ proposal }).proposal;
  return kept?.found_by === "exact" && kept.reference === reference;
};

/** So many are in the details at most: one is enough to ask about. */
const SHOWN = 5;

function byHandText({ transaction_type, ...row }: ByHand, money: string, timeZone: string): string {
  const [kind, what] = transaction_type === "deposit" ? ["Deposit", "credited"] : ["Withdrawal", "returned"];
  const day = dayText(localDay(row.updated_at, timeZone));
  return `${kind} ${row.reference} of ${row.first_name} ${row.last_name}: ${money}, ${what} by hand on ${day}.`;
}

/**
 * Whether staff have put a line's money on a balance by hand: a credit of its amount that no line has shown. A line that names whole what
 * it is used for has no such doubt. The caller holds the currency's credits.
 * @param target what the line is used for, if that is there already
 */
export async function creditedByHand(
  reader: Reader,
  { config }: JudgeServices,
  line: BankLineRow,
  target: Pick<BankTransaction, "id" | "reference"> | undefined,
): Promise<CreditedBefore> {
  const { amount, currency, booked_on: day } = line;
  if (amount <= 0n || (target !== undefined && isNamed(line, target.reference))) return NOTHING;
  const { TIME_ZONE: zone } = config;
  const [from, to] = [startOfDay(addDays(day, -APART), zone), startOfDay(addDays(day, APART + 1), zone)];
  const found = await listUnshownCredits(reader, { currency, amount, from, to, except: target?.id ?? "" });
  if (found.length === 0) return NOTHING;
  const money = exactMoney(amount, currency);
  return {
    reasons: found.map(({ transaction_type: type, reference }) =>
      type === "deposit"
        ? `Deposit ${reference} was credited by hand with the same amount, and no line shows it.`
        : `Withdrawal ${reference} was returned by hand with the same amount, and no line shows it.`,
    ),
    details: { "Credited already": found.map((row) => byHandText(row, money, zone)).join(" ") },
  };
}

const lineText = ({ booked_on, payer, text, reference, ...row }: CreditedLine, money: string): string =>
  [dayText(booked_on), money, payer, text].filter(Boolean).join(", ") +
  `: credited as ${reference} of ${row.first_name} ${row.last_name}.`;

/**
 * Whether a line has put money on a balance that is about to be put there by hand: one of its amount that does not name what it was
 * credited for. The caller holds the currency's credits.
 * @param amount what is put there, smallest units
 */
export async function creditedByLine(
  reader: Reader,
  { clock, config }: JudgeServices,
  { id, credit_currency: currency }: BankTransaction,
  amount: bigint,
): Promise<CreditedBefore> {
  const today = localDay(clock.now(), config.TIME_ZONE);
  const window = { from: addDays(today, -APART), to: addDays(today, 1) };
  const lines = await listCreditedLines(reader, { currency, amount, ...window, except: id });
  const found = lines.filter((line) => !isNamed(line, line.reference)).slice(0, SHOWN);
  if (found.length === 0) return NOTHING;
  const money = exactMoney(amount, currency);
  return {
    reasons: found.map(
      ({ reference }) => `A line of the same amount was credited as ${reference}, which it doesn't name.`,
    ),
    details: { "Credited already": found.map((line) => lineText(line, money)).join(" ") },
  };
}
