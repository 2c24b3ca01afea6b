/**
 * An internal tool with full types: lists the deposits that wait for a payment, and confirms one that came.
 *
 *   npm run example -- examples/confirm-deposit.ts
 *   npm run example -- examples/confirm-deposit.ts <reference> <amount that came> [what the bank calls it]
 *
 * Its token is an operator's, and may do these two things only:
 *
 *   npm run ops -- tokens create --name "Deposit desk" --procedures ops.deposits.list,ops.deposits.confirm
 */
import { createTools, refusalOf } from "@wattle/client/trpc";

const url = process.env["WATTLE_URL"] ?? "http://localhost:3000";
const token = process.env["WATTLE_TOKEN"] ?? "";

const wattle = createTools({ url, token });

async function list(): Promise<void> {
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, meta } = await wattle.ops.deposits.list.query({ status: "awaiting_payment", page });
    last = meta.last_page;
    // Everything here is typed: `deposit.credit` is decimal text, `deposit.customer` a person.
    for (const deposit of data) {
      console.log(
        `${deposit.reference}  ${deposit.credit} ${deposit.credit_currency}  ${deposit.customer.email}`,
      );
    }
    if (meta.total === 0) console.log("No deposit waits for a payment.");
  }
}

async function confirm(reference: string, amount: string, bankReference?: string): Promise<void> {
  const answer = await wattle.ops.deposits.confirm.mutate({
    reference,
    amount,
    ...(bankReference !== undefined && { bank_reference: bankReference }),
  });
  if (answer.outcome === "awaiting_approval") {
    const { id, reasons } = answer.approval;
    console.log(`Waiting for a second person, as ${id}. ${reasons.join(" ")}`);
    return;
  }
  const { reference: credited, status, debit, debit_currency } = answer;
  console.log(`${credited} is ${status}: ${debit} ${debit_currency} credited`);
}

const [reference, amount, bankReference] = process.argv.slice(2);
try {
  if (reference === undefined) await list();
  else if (amount === undefined) throw new Error("Say the amount that came, too.");
  else await confirm(reference, amount, bankReference);
} catch (error) {
  // The same stable code that REST answers is in the error's data.
  const refusal = refusalOf(error);
  const code = refusal ? ` (${refusal.code})` : "";
  console.error(`${error instanceof Error ? error.message : String(error)}${code}`);
  process.exitCode = 1;
}
