import { keepPreviousData } from "@tanstack/react-query";
import { VENUE_ORDER_STATUSES } from "@wattle/contracts/choices";
import type { VenueOrderRecord } from "@wattle/contracts/hedging";
import { SelectField } from "../../controls/select-field.tsx";
import { Status, type StateWord } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { momentColumn, nameColumn } from "../parts/columns.tsx";
import { CursorPages } from "../parts/cursor-pages.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { FROM_THE_START, useDeskSearch } from "../parts/use-desk-search.ts";

const STATUS_WORDS: Readonly<Record<(typeof VENUE_ORDER_STATUSES)[number], StateWord>> = {
  planned: { kind: "waiting", word: "Planned" },
  sent: { kind: "waiting", word: "Sent" },
  unknown: { kind: "risk", word: "Unknown" },
  partly_filled: { kind: "done", word: "Partly filled" },
  filled: { kind: "done", word: "Filled" },
  rejected: { kind: "failed", word: "Rejected" },
  cancelled: { kind: "stopped", word: "Cancelled" },
};

const sideText = ({ side, currency }: VenueOrderRecord): string =>
  `${side === "buy" ? "Buy" : "Sell"} ${currency}`;

/** No one knows how far an unknown order was filled. */
const figure = (order: VenueOrderRecord, text: string): string =>
  order.status === "unknown" ? "?" : signedText(text);

const COLUMNS: readonly DeskColumn<VenueOrderRecord>[] = [
  momentColumn("time", "Time", ({ created_at: at }) => at),
  nameColumn("side", "Side", sideText),
  {
    key: "amount",
    title: "Amount",
    figures: true,
    cell: ({ amount }) => signedText(amount),
    csv: ({ amount }) => amount,
  },
  {
    key: "limit",
    title: "Limit",
    figures: true,
    cell: ({ limit }) => signedText(limit),
    csv: ({ limit }) => limit,
  },
  {
    key: "filled",
    title: "Filled",
    figures: true,
    cell: (order) => figure(order, order.filled),
    csv: ({ filled }) => filled,
  },
  {
    key: "cost",
    title: "Cost",
    figures: true,
    cell: (order) => figure(order, order.cost),
    csv: ({ cost }) => cost,
  },
  {
    key: "fee",
    title: "Fee",
    figures: true,
    cell: (order) => figure(order, order.fee),
    csv: ({ fee }) => fee,
  },
  {
    key: "state",
    title: "State",
    cell: ({ status, reason }) => {
      const { kind, word } = STATUS_WORDS[status];
      return (
        <Status kind={kind} quiet>
          {reason === null ? word : `${word}: ${reason}`}
        </Status>
      );
    },
    csv: ({ status, reason }) => `${status} ${reason ?? ""}`,
  },
  { key: "by", title: "By", cell: ({ by }) => (by === "policy" ? "Policy" : "Staff"), csv: ({ by }) => by },
  { key: "name", title: "Our name", fileOnly: true, cell: () => null, csv: (row) => row.client_id },
  { key: "venue", title: "Venue’s name", fileOnly: true, cell: () => null, csv: (row) => row.venue_id ?? "" },
];

/** Orders at the venue, newest first. */
export function OrderList() {
  const { search, change } = useDeskSearch();
  const { after } = search;
  const status = VENUE_ORDER_STATUSES.find((known) => known === search["state"]);
  const orders = trpc.ops.hedging.orders.useQuery(
    { ...(status !== undefined && { status }), ...(after !== undefined && { after }) },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  return (
    <section aria-label="Orders" className={parts["under"]}>
      <div className={parts["titled"]}>
        <h2>Orders</h2>
        <SelectField
          label="Show"
          value={status ?? ""}
          placeholder="All"
          options={VENUE_ORDER_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value].word }))}
          onChange={(state) => change({ ...FROM_THE_START, state })}
        />
      </div>
      <DeskList
        caption="Orders"
        card={{ side: "head", amount: "end", state: "line", time: "line", limit: "titled" }}
        columns={COLUMNS}
        foot="file"
        query={{ ...orders, data: orders.data?.data }}
        rowKey={({ id }) => id}
        empty={
          status === undefined
            ? { title: "No orders", text: "Orders of the policies, and those by hand, will show here." }
            : { title: "No matching orders" }
        }
      />
      <CursorPages next={orders.data?.next} onward="Older orders" first="Newest orders" />
    </section>
  );
}
