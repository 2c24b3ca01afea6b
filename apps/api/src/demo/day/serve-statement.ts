import { localDay, startOfDay } from "@wattle/contracts/days";
import { csvLine } from "@wattle/contracts/csv-cell";
import { DomainError } from "@wattle/contracts/errors";
import { findUserByEmail } from "@wattle/db/accounts";
import { sumOfBankLines } from "@wattle/db/bank-lines";
import { listBankTransactions } from "@wattle/db/bank-transactions";
import type { Reader } from "@wattle/db/database";
import { listBatches, listBatchMembers } from "@wattle/db/payouts";
import type { FastifyInstance } from "fastify";
import { amountText, signedUnits } from "../../amount-text.ts";
import type { Services } from "../../services.ts";
import { payoutReference } from "../../withdrawals/payout-reference.ts";
import { BAD_PAYEE, DEPOSITS, OWN_LINES, PRICED } from "./people.ts";
import { startOf } from "./shocked-price.ts";

const ACCOUNT = "aud-bank-transfer";
const CURRENCY = "AUD";
const MOST_BATCHES = 100;

interface StatementLine {
  /** `2026-11-22`, local. */
  readonly day: string;
  /** Cents; below zero for what went out. */
  readonly amount: bigint;
  readonly payer: string;
  readonly text: string;
}

/** @throws RangeError for a text that is no amount */
function cents(text: string): bigint {
  const units = signedUnits(text, CURRENCY);
  if (units === undefined) throw new RangeError(`demo data holds the amount ${text}`);
  return units;
}

/** Payments of the day's customers, under the references of the deposits they started. */
async function paidIn(reader: Reader, day: string): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (const { account, lines: shown } of DEPOSITS) {
    const user = await findUserByEmail(reader, account.email);
    const { rows } = await listBankTransactions(reader, {
      type: "deposit",
      userId: user?.id ?? "",
      page: 1,
      perPage: 1,
    });
    const [deposit] = rows;
    if (deposit === undefined) continue;
    for (const { amount, payer, text } of shown)
      lines.push({ day, amount: cents(amount), payer, text: text(deposit.reference) });
  }
  return lines;
}

/** The batches that the bank was sent; what went to the bad payee has come back. */
async function paidOut(reader: Reader, timeZone: string): Promise<StatementLine[]> {
  const batches = await listBatches(reader, {
    status: undefined,
    currency: CURRENCY,
    after: undefined,
    limit: MOST_BATCHES,
  });
  const lines: StatementLine[] = [];
  for (const { id, total, sent_at: at, deposit_account_id: account } of batches.toReversed()) {
    if (at === null || account !== ACCOUNT) continue;
    const day = localDay(at, timeZone);
    lines.push({ day, amount: -total, payer: "", text: `DE 301500 ${payoutReference(id)}` });
    for (const { reference, credit, customer_email: email } of await listBatchMembers(reader, id))
      if (email === BAD_PAYEE)
        lines.push({
          day,
          amount: credit,
          payer: "BANK OF EXAMPLE",
          text: `RETURNED ${reference} NO ACCOUNT`,
        });
  }
  return lines;
}

/** A statement as a bank exports it, with what happened on the day before the demo was made, and what was paid out since. */
async function statementText(
  { database: { read }, config }: Pick<Services, "database" | "config">,
  start: number,
): Promise<string> {
  const today = localDay(start, config.TIME_ZONE);
  const before = startOfDay(today, config.TIME_ZONE) - 1n;
  const day = localDay(before, config.TIME_ZONE);
  const opening = localDay(startOfDay(day, config.TIME_ZONE) - 1n, config.TIME_ZONE);
  const lines = [
    ...(await paidIn(read, day)),
    ...OWN_LINES.map(({ amount, payer, text }) => ({ day, amount: cents(amount), payer, text })),
    ...(await paidOut(read, config.TIME_ZONE)),
  ];
  let balance = await sumOfBankLines(read, ACCOUNT, opening);
  return [
    csvLine(["Date", "Amount", "Payer", "Transaction Details", "Balance"]),
    ...lines.map((line) => {
      balance += line.amount;
      const date = line.day.split("-").toReversed().join("/");
      const [amount, after] = [line.amount, balance].map((units) => amountText(units, CURRENCY));
      return [date, amount, line.payer, line.text, after].map((cell) => `"${cell}"`).join(",") + "\r\n";
    }),
  ].join("");
}

/** `GET /dev/statement.csv`: the bank statement of the demo's day, to be imported at the desk. Only in a demo. */
export function serveStatement(app: FastifyInstance, services: Pick<Services, "config" | "database">): void {
  app.get("/dev/statement.csv", async (_request, reply) => {
    const pam = services.config.DEMO
      ? await findUserByEmail(services.database.read, PRICED.email)
      : undefined;
    if (pam === undefined) throw new DomainError("not_found");
    void reply
      .header("cache-control", "no-store")
      .header("content-disposition", 'attachment; filename="statement.csv"')
      .type("text/csv; charset=utf-8");
    return statementText(services, startOf(pam));
  });
}
