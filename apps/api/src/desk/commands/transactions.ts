import { recordLines } from "./bank-transaction-rows.ts";
import type { Command } from "./command.ts";

/** Transactions of every kind. */
export const TRANSACTION_COMMANDS: readonly Command[] = [
  {
    name: "transactions find",
    takes: "<reference …>",
    about:
      "any transaction with its customer, rate, ledger entries and what staff did; case, spaces and dashes do not matter",
    async run(context) {
      context.word(0);
      const found = await context.ops.transactions.find({ reference: context.words.join("") });
      const { quote, entries, order, audit, ...row } = found;
      context.record({
        type: row.transaction_type,
        ...recordLines(row),
        gave: `${row.credit} ${row.credit_currency}`,
        got: `${row.debit} ${row.debit_currency}`,
        rate: row.rate,
        fee:
          row.fee_amount === null
            ? null
            : `${row.fee_amount} ${row.fee_currency}` + (row.rate === null ? "" : ` (${row.fee}%)`),
        note: row.note,
        quote: quote?.jws ?? null,
        card_order: order === null ? null : `${order.id} ${order.status}`,
        entries: entries.flatMap(({ id, kind, created_at, created_by, postings }) =>
          postings.map(({ source, destination, amount, currency }) => ({
            entry: id,
            kind,
            created_at,
            created_by,
            from: source,
            to: destination,
            amount: `${amount} ${currency}`,
          })),
        ),
        audit: audit.map(({ created_at, actor, action, details }) => ({
          created_at,
          actor,
          action,
          details,
        })),
      });
    },
  },
];
