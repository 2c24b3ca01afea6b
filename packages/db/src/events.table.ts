import type { EventType } from "@wattle/contracts/event-types";
import type { Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { INNER } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

/** Events of customers' accounts, for programs. */
interface EventsTable {
  id: string;
  user_id: string;
  /** Rises with each event of the customer, in the order in which they are committed. */
  seq: bigint;
  type: EventType;
  /** The subject: a transaction, the customer or a bank account. */
  subject_id: string;
  /** JSON: the subject as it was then; null for an exchange, which never changes. */
  data: Sealed<"events.data"> | null;
  created_at: Epoch;
}

export const events = table<EventsTable>({
  whose: own,
  copy: { file: "events", about: "Events of your account for programs", key: ["seq"] },
  erasure: { removed: "soon", why: "repeats what other tables have", key: ["id"] },
  columns: {
    id: "text",
    user_id: INNER,
    seq: "count",
    type: "text",
    subject_id: "text",
    data: "sealed json",
    created_at: "time",
  },
});

export type EventRow = Selectable<EventsTable>;

/** The number of each customer's newest event. Its row is locked from then on until the event is committed. */
interface EventCountsTable {
  user_id: string;
  last_seq: bigint;
  /** The newest event that is kept no more, and its number; null if all are kept. */
  forgotten_id: string | null;
  forgotten_seq: bigint | null;
}

export const eventCounts = table<EventCountsTable>({
  copy: "counts of events.json",
  erasure: "numbers of events",
});
