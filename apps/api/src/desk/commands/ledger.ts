import { LISTED_PURPOSES } from "@wattle/contracts/choices";
import type { Movements } from "@wattle/contracts/ledger";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { calling } from "./calling.ts";
import { customerId, oneOf, type Command, type CommandContext } from "./command.ts";

/**
 * Movements of an account of the house, or of a customer's accounts.
 * @param name `house:bank:AUD`, or as `customerId` takes it
 */
async function postingsOf(context: CommandContext, name: string): Promise<Movements> {
  const [after, limit] = [context.option("after"), context.option("limit")];
  const piece = { ...(after !== undefined && { after }), ...(limit !== undefined && { limit }) };
  const [owner, purpose = "", currency = ""] = name.split(":");
  if (owner === "house") {
    return context.ops.ledger.ofAccount({ purpose: oneOf(LISTED_PURPOSES, purpose), currency, ...piece });
  }
  return context.ops.ledger.ofCustomer({ customer_id: await customerId(context, name), ...piece });
}

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
  calling("ledger entry", "ops.ledger.entry", {
    about: "an entry of the books with its postings",
    words: ["entry"],
    names: { id: "entry" },
  }),
  {
    name: "ledger postings",
    takes: "<customer>|<account> [--after PLACE] [--limit N]",
    about:
      "what moved a customer's accounts, or an account of the house such as house:bank:AUD; newest first",
    options: { after: { type: "string" }, limit: { type: "string" } },
    async run(context) {
      const { data, next } = await postingsOf(context, context.word(0));
      context.table(data, "no postings");
      if (next !== null && !context.flag("json")) context.line(`more: --after ${next}`);
    },
  },
  calling("ledger adjust", "ops.ledger.adjust", {
    about:
      "add to or subtract from a customer's balance, once a second person approves; the customer reads the message; the same KEY never does it twice",
    words: ["customer", "direction", "amount", "currency"],
    names: { id: "customer" },
    print: ({
      transaction: { reference, credit, credit_currency, debit, debit_currency, note },
      balance,
    }) => ({
      reference,
      gave: `${credit} ${credit_currency}`,
      got: `${debit} ${debit_currency}`,
      balance,
      message: note,
    }),
  }),
];
