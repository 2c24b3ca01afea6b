import type { EnquiryTopic } from "@wattle/contracts/support";
import type { Epoch } from "./columns/column-types.ts";
import { INNER, STAFF } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { enquired, repliedTo } from "./columns/whose.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

interface EnquiriesTable {
  id: string;
  /** The reference that its sender was given to quote. */
  reference: string;
  topic: EnquiryTopic;
  name: string;
  /** Lower case. */
  email: string;
  message: Sealed<"enquiries.message">;
  created_at: Epoch;
  handled_at: Epoch | null;
  handled_by: string | null;
  /** Identifier of the member of staff who answers it. */
  assigned_to: string | null;
  /** The customer who wrote it while logged in: an address that a guest typed names no one. */
  customer_id: string | null;
  /** When staff last replied. */
  replied_at: Epoch | null;
}

export const enquiries = table<EnquiriesTable>({
  whose: enquired,
  key: ["created_at", "id"],
  unindexed: true,
  copy: {
    file: "enquiries",
    about: "Questions you sent us while logged in, or from your address since you confirmed it",
  },
  erasure: { removed: "retention", why: "complaints, which the law keeps for a time" },
  columns: {
    id: "text",
    reference: "text",
    topic: "text",
    name: "text",
    email: "text",
    message: "sealed",
    created_at: "time",
    handled_at: "time",
    handled_by: STAFF,
    assigned_to: STAFF,
    customer_id: INNER,
    replied_at: "time",
  },
});

/** Replies of staff to an enquiry, as mailed to its sender. */
interface EnquiryRepliesTable {
  id: string;
  enquiry_id: string;
  message: Sealed<"enquiry_replies.message">;
  /** Identifier of the member of staff. */
  sent_by: string;
  created_at: Epoch;
}

export const enquiryReplies = table<EnquiryRepliesTable>({
  whose: repliedTo,
  key: ["created_at", "id"],
  unindexed: true,
  copy: { file: "enquiry-replies", about: "Our replies to those questions" },
  erasure: {
    removed: "retention",
    why: "what complaints were answered with, which the law keeps for a time",
  },
  columns: { id: "text", enquiry_id: "text", message: "sealed", sent_by: STAFF, created_at: "time" },
});
