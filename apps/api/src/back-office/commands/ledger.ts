import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { customerId, DECISION_OPTIONS, textsOf, UsageError, type Command, printOutcome } from "./command.ts";
import { adjustmentPreview } from "./money-previews.ts";

/** The books: checking them, and setting a balance right. */
export const LEDGER_COMMANDS: readonly Command[] = [
  {
    name: "ledger check",
    takes: "",
    about: "recompute every balance from the postings and compare",
    machine: true,
    async run({ services, line }) {
      const result = await checkLedger(services.database.read);
      line(`${result.accounts} accounts, ${result.entries} entries, ${result.mismatches.length} mismatches`);
      for (const mismatch of result.mismatches) {
        line(
          JSON.stringify(mismatch, (_key, value: unknown) =>
            typeof value === "bigint" ? String(value) : value,
          ),
        );
      }
      return result.mismatches.length === 0 ? 0 : 1;
    },
  },
  {
    name: "ledger accounts",
    takes: "[--at TIME]",
    about:
      "every house account, and what customers own of each currency; TIME like 2026-01-31T17:00:00+11:00",
    options: { at: { type: "string" } },
    async run(context) {
      const at = context.option("at");
      const answer = await context.ops.ledger.accounts({ ...(at !== undefined && { at }) });
      if (context.flag("json")) return context.record(answer);
      context.table(
        answer.house.filter(({ balance }) => /[1-9]/.test(balance)),
        "no house account has a balance",
      );
      context.line("");
      context.table(answer.customers, "no currencies");
    },
  },
  {
    name: "ledger adjust",
    takes: "<customer> credit|debit <amount> <currency> --internal-note TEXT [--message TEXT] [--key KEY]",
    about:
      "add to or subtract from a customer's balance, once a second person approves; the customer reads the message; the same KEY never does it twice",
    options: { ...DECISION_OPTIONS, key: { type: "string" } },
    preview: adjustmentPreview,
    async run(context) {
      const direction = context.word(1);
      if (direction !== "credit" && direction !== "debit") {
        throw new UsageError(`${direction}: choose one of credit, debit`);
      }
      const [amount, currency] = [context.word(2), context.word(3).toUpperCase()];
      const key = context.option("key");
      const answer = await context.ops.ledger.adjust({
        id: await customerId(context, context.word(0)),
        direction,
        amount,
        currency,
        ...textsOf(context),
        internal_note: context.needed("internal-note"),
        ...(key !== undefined && { idempotency_key: key }),
      });
      printOutcome(context, answer, ({ transaction, balance }) => ({
        reference: transaction.reference,
        [direction]: direction === "credit" ? transaction.debit : transaction.credit,
        currency,
        balance,
        message: transaction.note,
      }));
    },
  },
];
