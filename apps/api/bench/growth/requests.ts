/** Requests of the growth bench to an installation. */
import { FILLED_UNTIL, type Grown, type Person } from "./installation.ts";

/** Bound of a request: for a list how long it takes, for the others how much dearer they may be. */
export type Kind = "list" | "read" | "write";

/** The request and its caller; a path begins with `/`, all else is a procedure of staff. */
export interface Asked {
  readonly name: string;
  readonly kind: Kind;
  readonly as: Person;
  readonly target: (grown: Grown) => string;
}

const path = (
  name: string,
  as: "long" | "longest",
  target: string | ((grown: Grown) => string),
  kind: Kind = "list",
): Asked => ({
  name,
  kind,
  as,
  target: typeof target === "string" ? () => target : target,
});

const listed = (
  procedure: string,
  input: object | ((grown: Grown) => object) = {},
  note = "",
  kind: Kind = "list",
): Asked => ({
  name: `${procedure.slice("ops.".length)}${note === "" ? "" : `: ${note}`}`,
  kind,
  as: "staff",
  target: (grown) => {
    const given = JSON.stringify(typeof input === "function" ? input(grown) : input);
    return `/trpc/${procedure}?input=${encodeURIComponent(given)}`;
  },
});

const HISTORY = "/api/users/transactions";
const LAST_DAY = new Date(FILLED_UNTIL - 2 * 86_400_000).toISOString().slice(0, 10);
const period = { from: LAST_DAY, to: LAST_DAY };

/** A customer's own pages. */
export const OWN: readonly Asked[] = [
  path("balances", "long", "/api/users/balance"),
  path("history, page 1 of 500", "long", HISTORY),
  path("history, page 500", "long", `${HISTORY}?page=500`),
  path("history, page 1 of the longest", "longest", HISTORY),
  path("history, search by reference", "long", ({ sought }) => `${HISTORY}?search=${sought.own.slice(0, 9)}`),
  path("history, search by amount", "long", `${HISTORY}?search=500.00`),
  path("overview", "long", "/trpc/portfolio.overview"),
  path(
    "overview's line over a year",
    "long",
    `/trpc/portfolio.series?input=${encodeURIComponent('{"range":"1y"}')}`,
  ),
  path("tax report", "long", "/api/users/tax-report?year=2026", "read"),
  path("CSV file of 10,000 rows", "long", `${HISTORY}.csv`, "read"),
];

/** The lists and pages of the desk. */
export const DESK: readonly Asked[] = [
  // First: they need someone who has just logged in.
  listed("ops.reports.fees", period, "a day", "read"),
  listed("ops.reports.trades", { ...period, limit: 100 }, "a day", "read"),
  listed("ops.reports.volume", period, "a day", "read"),
  listed("ops.reports.signUps", period, "a day", "read"),
  listed("ops.today"),
  listed("ops.customers.search"),
  listed("ops.customers.search", ({ sought }) => ({ query: sought.email }), "an email address"),
  listed("ops.customers.search", ({ sought }) => ({ query: sought.last_name }), "a last name"),
  listed("ops.customers.search", ({ sought }) => ({ query: sought.phone }), "a phone number"),
  listed("ops.customers.search", ({ sought }) => ({ query: sought.account }), "an account number"),
  listed("ops.customers.search", ({ sought }) => ({ query: sought.document }), "a document number"),
  listed("ops.customers.search", ({ sought }) => ({ query: sought.id }), "an identifier"),
  listed("ops.customers.search", { query: "found-nowhere" }, "nothing found"),
  listed("ops.customers.search", { status: "blocked" }, "those blocked"),
  listed("ops.customers.waiting"),
  listed("ops.customers.get", ({ longId }) => ({ id: longId })),
  listed("ops.transactions.find", ({ sought }) => ({ reference: sought.deposit })),
  listed("ops.transactions.list"),
  listed("ops.transactions.list", { status: "awaiting_payment" }, "those open"),
  ...["deposits", "withdrawals"].flatMap((list) => {
    const procedure = `ops.${list}.list`;
    return [
      listed(procedure),
      listed(procedure, { newest_first: true }, "newest first"),
      listed(procedure, { newest_first: true, page: 100 }, "page 100"),
      listed(procedure, { status: list === "deposits" ? "awaiting_payment" : "requested" }, "those open"),
      listed(procedure, { status: "completed", newest_first: true }, "those completed"),
      listed(procedure, ({ longId }) => ({ customer: longId }), "of a customer"),
      listed(procedure, { ...period, newest_first: true }, "of a day"),
      listed(procedure, { amount: "500.00", newest_first: true }, "an amount"),
      listed(procedure, ({ sought }) => ({ text: sought.deposit }), "a reference"),
      listed(procedure, ({ sought }) => ({ text: sought.email }), "an email address"),
      listed(procedure, { text: "found-nowhere" }, "nothing found"),
    ];
  }),
  listed("ops.bankLines.list"),
  listed("ops.bankLines.list", { status: "unmatched" }, "those open"),
  listed("ops.bankLines.list", { text: "found-nowhere" }, "nothing found"),
  listed("ops.bankLines.list", { amount: "500.00" }, "an amount"),
  listed("ops.bankLines.list", ({ sought }) => ({ customer: sought.id }), "of a customer"),
  listed("ops.payouts.list"),
  listed("ops.payouts.list", ({ sought }) => ({ customer: sought.id }), "of a customer"),
  listed("ops.payouts.list", { status: "open" }, "those open"),
  listed("ops.approvals.list"),
  listed("ops.approvals.list", { status: "pending" }, "those pending"),
  listed("ops.support.list"),
  listed("ops.support.list", { show: "all" }, "all"),
  listed("ops.audit.list"),
  listed("ops.audit.list", { page: 100 }, "page 100"),
  listed("ops.audit.list", { action: "withdraw.rejected" }, "an act"),
  listed("ops.audit.list", { action: "never.done" }, "nothing found"),
  listed("ops.audit.list", { actor: "growth-staff" }, "a person's"),
  listed("ops.outbox.mails"),
  listed("ops.outbox.waitingMails"),
  listed("ops.outbox.webhooks"),
  listed("ops.onramp.list"),
  listed("ops.onramp.list", { status: "review" }, "those to review"),
  listed("ops.receivables.list"),
  listed("ops.receivables.list", { status: "open" }, "those open"),
  listed("ops.receivables.list", { status: "written_off" }, "those written off"),
  listed("ops.position.list"),
  listed("ops.position.trades"),
  listed("ops.position.trades", { venue: "Nowhere" }, "of a venue without any"),
  listed("ops.arrivals.list"),
  listed("ops.arrivals.list", { status: "below_minimum" }, "those below the minimum"),
  listed("ops.arrivals.list", { status: "under_review" }, "nothing found"),
  listed("ops.coinPayouts.list"),
  listed("ops.hedging.orders"),
  listed("ops.hedging.orders", { status: "rejected" }, "those refused"),
  listed("ops.hedging.status"),
  listed("ops.cases.list"),
  listed("ops.cases.list", { status: "open" }, "those open"),
  listed("ops.cases.list", { status: "snoozed" }, "nothing found"),
  listed("ops.filings.list"),
  listed("ops.reconciliation.list"),
  listed("ops.ledger.ofCustomer", ({ longId }) => ({ customer_id: longId })),
  listed("ops.ledger.ofAccount", { purpose: "bank", currency: "AUD" }),
];
