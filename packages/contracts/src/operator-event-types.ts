/** Kinds of events for the operator's own programs, free of zod so that screens can list them. */
export const OPERATOR_EVENT_TYPES = [
  "identity.waiting",
  "deposit.large",
  "approval.waiting",
  "pause.started",
  "books.difference",
] as const;
export type OperatorEventType = (typeof OPERATOR_EVENT_TYPES)[number];

/** An event for the operator's programs. It names what it is about by identifiers, and nothing of a customer's. */
export type OperatorEvent =
  | { readonly type: "identity.waiting"; readonly data: { readonly customer: string } }
  | {
      readonly type: "deposit.large";
      readonly data: { readonly transaction: string; readonly customer: string };
    }
  | {
      readonly type: "approval.waiting";
      /** `act` is null if only compliance may know of it. */
      readonly data: { readonly approval: string; readonly act: string | null; readonly expires_at: string };
    }
  | {
      readonly type: "pause.started";
      /** The switch, such as `trading` or `pair:BTC/AUD`, or the network as `network:bitcoin`. */
      readonly data: { readonly what: string; readonly by: "staff" | "system" };
    }
  | { readonly type: "books.difference"; readonly data: { readonly mismatches: number } };
