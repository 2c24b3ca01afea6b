import { bankAccount, bankAccountAdd, bankAccountEdit } from "@wattle/contracts/bank-accounts";
import { listBankAccounts } from "@wattle/db/bank-accounts";
import { id } from "@wattle/contracts/ids";
import { z } from "zod";
import { confirmed, identitySent, router } from "../procedures.ts";
import { markedIfReplayed } from "../transactions/claim-answer.ts";
import { bankAccountOfRow } from "./bank-account-of-row.ts";
import { addBankAccount, editBankAccount, removeBankAccount } from "./save-bank-account.ts";

/** An account is on hold for a day, so that it may be added while the identity is still checked. */
export const bankAccountsRouter = router({
  list: identitySent
    .meta({ token: "read" })
    .output(z.array(bankAccount))
    .query(async ({ ctx }) => {
      const rows = await listBankAccounts(ctx.services.database.read, ctx.user.id);
      return rows.map((row) => bankAccountOfRow(ctx.services.vault, row, ctx.services.clock.now()));
    }),
  add: confirmed.identitySent
    .meta({ token: "withdraw", errors: ["idempotency_conflict"] })
    .input(bankAccountAdd)
    .output(bankAccount)
    .mutation(async ({ ctx, input: { idempotency_key, ...input } }) =>
      markedIfReplayed(ctx, await addBankAccount(ctx, ctx.user, input, idempotency_key)),
    ),
  edit: confirmed.identitySent
    .meta({ token: "withdraw", errors: ["not_found"] })
    .input(bankAccountEdit)
    .output(bankAccount)
    .mutation(({ ctx, input: { id, ...input } }) => editBankAccount(ctx, ctx.user, id, input)),
  remove: identitySent
    .meta({ token: "withdraw", errors: ["not_found", "state_conflict"] })
    .input(z.object({ id }))
    .output(z.void())
    .mutation(({ ctx, input }) => removeBankAccount(ctx, ctx.user, input.id)),
});
