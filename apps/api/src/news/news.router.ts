import { NEWS_OVERLAP_MILLISECONDS, newsAnswer, newsInput } from "@wattle/contracts/news";
import { listNews, type NewsRow } from "@wattle/db/news";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";
import { router, verified } from "../procedures.ts";

const MOST_NEWS = 100;

/**
 * A full answer is not all there is: the next one, with its overlap, begins where this one ends, and after it where all of
 * it happened in one millisecond. A page that has read so much reads all it shows again, so nothing of the rest is missed.
 */
function goOnAfter(first: NewsRow | undefined, last: NewsRow): number {
  const step = first?.created_at === last.created_at ? 1 : 0;
  return Number(last.created_at) + NEWS_OVERLAP_MILLISECONDS + step;
}

export const newsRouter = router({
  /**
   * Changes since the reader last asked, and a little more: a change is stamped before it is committed, so one that
   * took its time is dated earlier than an answer that had not seen it yet.
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
        now: isoTime(last === undefined ? now : goOnAfter(rows[0], last)),
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
