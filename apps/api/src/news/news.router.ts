import { NEWS_OVERLAP_MILLISECONDS, newsAnswer, newsInput } from "@wattle/contracts/news";
import { listNews } from "@wattle/db/news";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import { router, verified } from "../procedures.ts";

const MOST_NEWS = 100;

export const newsRouter = router({
  /**
   * What has changed since the reader last asked, and a little more: a change is stamped before it is committed, so one that
   * took its time stands earlier than an answer that had not seen it yet.
   */
  since: verified
    .meta({ token: "none" })
    .input(newsInput)
    .output(newsAnswer)
    .query(async ({ ctx, input }) => {
      const { database, clock } = ctx.services;
      const now = clock.now();
      const from = BigInt(Date.parse(input.since) - NEWS_OVERLAP_MILLISECONDS);
      const rows = await listNews(database.read, ctx.user.id, from, MOST_NEWS);
      const last = rows.length === MOST_NEWS ? rows.at(-1) : undefined;
      return {
        // A full answer is not all there is: the next one goes on where it ends.
        now: isoTime(last === undefined ? now : last.created_at),
        items: rows.map((row) => ({
          id: row.id,
          transaction_id: row.transaction_id,
          transaction_type: row.transaction_type,
          status: row.to_status,
          debit: amountText(row.debit, row.debit_currency),
          debit_currency: row.debit_currency,
          reference: row.reference,
          created_at: isoTime(row.created_at),
        })),
      };
    }),
});
