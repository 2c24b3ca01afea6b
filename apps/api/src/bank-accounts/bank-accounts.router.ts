import { bankAccount, bankAccountAdd, bankAccountEdit } from "@wattle/contracts/bank-accounts";
import { listBankAccounts } from "@wattle/db/bank-accounts";
import { id } from "@wattle/contracts/ids";
import { z } from "zod";
import { confirmed, router, verified } from "../procedures.ts";
import { markedIfReplayed } from "../transactions/claim-answer.ts";
import { bankAccountOfRow } from "./bank-account-of-row.ts";
import { addBankAccount, editBankAccount, removeBankAccount } from "./save-bank-account.ts";

export const bankAccountsRouter = router({
  list: verified
    .meta({ token: "read" })
    .output(z.array(bankAccount))
    .query(async ({ ctx }) => {
      const rows = await listBankAccounts(ctx.services.database.read, ctx.user.id);
      return rows.map((row) => bankAccountOfRow(ctx.services.vault, row, ctx.services.clock.now()));
    }),
  add: confirmed.verified
    .meta({ token: "withdraw", errors: ["idempotency_conflict"] })
    .input(bankAccountAdd)
    .output(bankAccount)
    .mutation(async ({ ctx, input: { idempotency_key, ...input } }) =>
      markedIfReplayed(ctx, await addBankAccount(ctx, ctx.user, input, idempotency_key)),
    ),
  edit: confirmed.verified
    .meta({ token: "withdraw", errors: ["not_found"] })
    .input(bankAccountEdit)
    .output(bankAccount)
    .mutation(({ ctx, input: { id, ...input } }) => editBankAccount(ctx, ctx.user, id, input)),
  remove: verified
    .meta({ token: "withdraw", errors: ["not_found", "state_conflict"] })
    .input(z.object({ id }))
    .output(z.void())
    .mutation(({ ctx, input }) => removeBankAccount(ctx, ctx.user, input.id)),
});
