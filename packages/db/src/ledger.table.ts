import { sql, type GeneratedAlways, type RawBuilder, type Selectable, type SqlBool } from "kysely";
import type { Epoch, JsonText } from "./columns/column-types.ts";
import { INNER } from "./columns/decisions.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";
import { apart, table, type DataSubject } from "./columns/table.ts";
import { own } from "./columns/whose.ts";

/** Every house account a currency has. */
export const HOUSE_PURPOSES = [
  "trading",
  "fees",
  /** The balance by the bank's statements. Only their lines move it. */
  "bank",
  /** Between the bank, or the wallet, and what its money is for. */
  "suspense",
  /** The operator's own money. */
  "own",
  /** Debts of customers. */
  "receivables",
  "onramp",
  "adjustments",
  /** Coins and fiat at venues where staff trade by hand. */
  "inventory",
  /** Coins and fiat at the venue where the house trades by itself. */
  "venue",
  /** Coins on chain, by settled blocks. Only they move it. */
  "wallet",
  /** Fees of chains: those that customers pay, less those of miners. */
  "network",
] as const;
export type HousePurpose = (typeof HOUSE_PURPOSES)[number];
export type CustomerPurpose = "available" | "held";

interface LedgerAccountsTable {
  id: string;
  currency: string;
  owner: "customer" | "house";
  user_id: string | null;
  purpose: HousePurpose | CustomerPurpose;
}

export const ledgerAccounts = table<LedgerAccountsTable>({
  copy: "balances.json names the same accounts",
  erasure: "accounts of the books, by identifier",
});

interface LedgerEntriesTable {
  id: string;
  /** Counts the entries in the order they were written; PostgreSQL leaves out numbers. */
  seq: GeneratedAlways<bigint>;
  kind: string;
  description: string;
  reverses_entry_id: string | null;
  created_by: string;
  created_at: Epoch;
  /** The second person, if there was one. */
  approved_by: string | null;
}

export const ledgerEntries = table<LedgerEntriesTable>({
  copy: "ledger-in.json and ledger-out.json have kind and time of each",
  erasure: "the books, sealed: amounts and identifiers",
});

interface LedgerBalancesTable {
  account_id: string;
  currency: string;
  user_id: string;
  purpose: CustomerPurpose;
  /** Never below zero (the database refuses it), smallest units. */
  balance: bigint;
}

export const ledgerBalances = table<LedgerBalancesTable>({
  whose: own,
  key: ["account_id"],
  copy: { file: "balances", about: "What you have" },
  erasure: "zero for a closed account",
  columns: {
    account_id: "account",
    currency: "text",
    user_id: INNER,
    purpose: "text",
    balance: { amountIn: "currency" },
  },
});

interface LedgerPostingsTable {
  entry_id: string;
  /** Place within the entry, from 0. */
  position: bigint;
  source_account: string;
  destination_account: string;
  currency: string;
  /** Above zero, smallest units. */
  amount: bigint;
}

/** Postings out of, or into, the customer's accounts; the words of the partial index. */
const posted =
  (side: "source_account" | "destination_account") =>
  ({ id }: DataSubject): RawBuilder<SqlBool> =>
    sql`${sql.ref(side)} like 'customer:%' and ${sql.ref(side)} in (select account_id from ledger_balances where user_id = ${id})`;

const ENTRY = {
  kind: {
    value: sql`(select kind from ledger_entries where ledger_entries.id = ledger_postings.entry_id)`,
    is: "text",
  },
  created_at: {
    value: sql`(select created_at from ledger_entries where ledger_entries.id = ledger_postings.entry_id)`,
    is: "time",
  },
} as const;

export const ledgerPostings = table<LedgerPostingsTable>({
  key: ["entry_id", "position"],
  copy: [
    {
      file: "ledger-out",
      about: "What left your accounts in our books",
      whose: posted("source_account"),
      joined: ENTRY,
    },
    {
      file: "ledger-in",
      about: "What came into your accounts in our books",
      whose: posted("destination_account"),
      joined: ENTRY,
    },
  ],
  erasure: "the books, sealed: amounts and identifiers",
  columns: {
    entry_id: "text",
    position: "count",
    source_account: "account",
    destination_account: "account",
    currency: "text",
    amount: { amountIn: "currency" },
  },
});

/** The check of the ledger that was begun last; one row. */
interface LedgerChecksTable {
  name: string;
  begun_at: Epoch;
  /** The findings of the last one that ended, and where the next one goes on: JSON. Null before the first. */
  found: Sealed<"ledger_checks.found"> | null;
}

export const ledgerChecks = apart<LedgerChecksTable>("the program's own");

export type LedgerCheck = Selectable<LedgerChecksTable>;

/** Customers' totals of each currency as of a seal of the ledger; one row. */
interface OwedTotalsTable {
  name: string;
  seal: bigint;
  /** A JSON object: smallest units as text, by currency. */
  totals: JsonText;
}

export const owedTotals = apart<OwedTotalsTable>("sums over all customers");
