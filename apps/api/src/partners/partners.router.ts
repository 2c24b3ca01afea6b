import { metaOf } from "@wattle/contracts/paging";
import { partnersBoard, referralPage, referralsInput } from "@wattle/contracts/partners";
import { listReferrals } from "@wattle/db/partners";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import { partner, router } from "../procedures.ts";
import { readBoard } from "./read-board.ts";

export const partnersRouter = router({
  board: partner
    .meta({ token: "read", costly: "page" })
    .output(partnersBoard)
    .query(({ ctx }) => readBoard(ctx.services, ctx.user.id)),
  referrals: partner
    .meta({ token: "read", costly: "page" })
    .input(referralsInput)
    .output(referralPage)
    .query(async ({ ctx, input }) => {
      const { rows, total } = await listReferrals(ctx.services.database.read, ctx.user.id, {
        page: input.page,
        perPage: input.per_page,
      });
      const data = rows.map((row) => ({
        id: row.id,
        client: { name: row.client_name, surname: row.client_surname, email: row.client_email },
        created_at: isoTime(row.created_at),
        transaction_type: row.transaction_type,
        debit: amountText(row.debit, row.debit_currency),
        credit: amountText(row.credit, row.credit_currency),
        debit_currency: row.debit_currency,
        credit_currency: row.credit_currency,
      }));
      return { data, meta: metaOf(input.page, input.per_page, Number(total)) };
    }),
});
