/** Prices that the guard has believed, by the name of their market: `pair:BTC/AUD`. */
import type { BelievedPriceRow, Epoch } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

/** A market's prices after a time, oldest first, and the newest one however old it is. */
export async function listBelievedPrices(
  reader: Reader,
  what: string,
  after: Epoch,
): Promise<BelievedPriceRow[]> {
  return reader
    .selectFrom("believed_prices")
    .selectAll()
    .where("what", "=", what)
    .where((price) =>
      price.or([
        price("believed_at", ">", after),
        price(
          "believed_at",
          "=",
          price
            .selectFrom("believed_prices")
            .select(({ fn }) => fn.max("believed_at").as("newest"))
            .where("what", "=", what),
        ),
      ]),
    )
    .orderBy("believed_at")
    .execute();
}

/**
 * Keeps a price. If there are two at the same moment, the first stays.
 * @param forget which of the market's others are deleted: those up to this time
 */
export async function keepBelievedPrice(tx: WriteTx, row: BelievedPriceRow, forget?: Epoch): Promise<void> {
  if (forget !== undefined) {
    await tx
      .deleteFrom("believed_prices")
      .where("what", "=", row.what)
      .where("believed_at", "<=", forget)
      .execute();
  }
  await tx
    .insertInto("believed_prices")
    .values(row)
    .onConflict((conflict) => conflict.columns(["what", "believed_at"]).doNothing())
    .execute();
}

/** Forgets what was believed of every market. */
export async function forgetBelievedPrices(tx: WriteTx): Promise<void> {
  await tx.deleteFrom("believed_prices").execute();
}
