import { Button } from "../../controls/button.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import type { PositionTrade } from "../parts/answers.ts";
import { noteText } from "../approvals/approval-words.ts";
import { momentColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { byAmount, byText } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";

const noteOf = ({ note }: PositionTrade): string => (note === null ? "" : noteText(note));

const COLUMNS: readonly DeskColumn<PositionTrade>[] = [
  momentColumn("time", "Time", ({ created_at: at }) => at),
  {
    key: "side",
    title: "Side",
    cell: ({ side }) => (side === "buy" ? "Bought" : "Sold"),
    sort: byText(({ side }) => side),
    csv: ({ side }) => side,
  },
  {
    key: "amount",
    title: "Amount",
    figures: true,
    cell: ({ amount, currency }) => <strong>{signedText(amount, currency)}</strong>,
    sort: byAmount(
      ({ amount }) => amount,
      ({ currency }) => currency,
    ),
    csv: ({ amount }) => amount,
  },
  { key: "coin", title: "Coin", fileOnly: true, cell: () => null, csv: ({ currency }) => currency },
  {
    key: "price",
    title: "Price",
    figures: true,
    cell: ({ price, in: money }) => signedText(price, money),
    csv: ({ price }) => price,
  },
  {
    key: "total",
    title: "Total",
    figures: true,
    cell: ({ total, in: money }) => signedText(total, money),
    sort: byAmount(
      ({ total }) => total,
      (row) => row.in,
    ),
    csv: ({ total }) => total,
  },
  { key: "in", title: "Currency", fileOnly: true, cell: () => null, csv: (row) => row.in },
  textColumn("venue", "Venue", ({ venue }) => venue),
  { key: "note", title: "Note", cell: noteOf, csv: noteOf },
];

/** Trades with venues, newest first. @param coin only those of one coin; undefined for all */
export function VenueTrades({ coin }: { readonly coin: string | undefined }) {
  const { search, change } = useDeskSearch();
  const { after } = search;
  const trades = trpc.ops.position.trades.useQuery(
    { ...(coin !== undefined && { currency: coin }), ...(after !== undefined && { after }) },
    SHOWN_IN_PLACE,
  );
  const next = trades.data?.next ?? null;
  const title = coin === undefined ? "Trades with venues" : `Trades of ${coin} with venues`;
  return (
    <section aria-label={title} className={parts["under"]}>
      <h2>{title}</h2>
      <DeskList
        caption={title}
        card={{ side: "head", amount: "end", price: "titled", venue: "line", time: "line" }}
        columns={COLUMNS}
        foot="file"
        query={{ ...trades, data: trades.data?.data }}
        rowKey={({ id }) => id}
        empty={{ title: "No trades", text: "Trades you record will show here." }}
      />
      {next !== null && (
        <Button kind="quiet" className={parts["small"]} onClick={() => change({ after: next })}>
          Older trades
        </Button>
      )}
    </section>
  );
}
