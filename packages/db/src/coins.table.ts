import type { Network } from "@wattle/contracts/networks";
import type { ArrivalState, WalletRole } from "@wattle/contracts/choices";
import type { Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { INNER } from "./columns/decisions.ts";
import { apart, table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

interface WalletsTable {
  id: string;
  network: Network;
  /** The coin that its addresses are for. */
  currency: string;
  role: WalletRole;
  /** Sealed, so that a changed one does not open. */
  descriptor: Sealed<"wallets.descriptor">;
  /** The account's extended public key: a wallet is added once. */
  account_key: string;
  /** First places that are not in use, of addresses and of change. */
  next_index: bigint;
  next_change: bigint;
  added_at: Epoch;
}

export const wallets = apart<WalletsTable>("the operator's public keys");

export type WalletRow = Selectable<WalletsTable>;

interface CoinAddressesTable {
  network: Network;
  script: string;
  address: string;
  wallet_id: string;
  /** 0 for addresses that are handed out, 1 for change. */
  branch: bigint;
  position: bigint;
  /** Null for an address of the treasury. */
  user_id: string | null;
  issued_at: Epoch;
}

export const coinAddresses = table<CoinAddressesTable>({
  whose: own,
  key: ["network", "script"],
  copy: { file: "coin-addresses", about: "Your addresses for crypto deposits" },
  erasure: "addresses of ours on a public chain; coins may still arrive at them",
  columns: {
    network: "text",
    script: INNER,
    address: "text",
    wallet_id: INNER,
    branch: INNER,
    position: INNER,
    user_id: INNER,
    issued_at: "time",
  },
});

export type CoinAddress = Selectable<CoinAddressesTable>;

interface CoinArrivalsTable {
  id: string;
  network: Network;
  currency: string;
  txid: string;
  output: bigint;
  address: string;
  /** The customer of the address; null for the treasury's. */
  user_id: string | null;
  /** Base units, such as satoshi. */
  amount_base: string;
  /** Smallest units of the books. */
  amount: bigint;
  status: ArrivalState;
  /** Why it is under review, for staff. */
  reason: string | null;
  created_at: Epoch;
  /** Height of the settled block that has it, and the entry that booked it; null while none does. */
  settled_height: bigint | null;
  entry_id: string | null;
  /** Height of the newest block when it was missing first from those that wait for a block. */
  missing_since: bigint | null;
  credited_at: Epoch | null;
  transaction_id: string | null;
}

export const coinArrivals = table<CoinArrivalsTable>({
  whose: own,
  key: ["id"],
  copy: { file: "coin-deposits", about: "Coins that arrived at your addresses" },
  erasure: "amounts of the books, and transactions of a public chain",
  columns: {
    id: "text",
    network: "text",
    currency: "text",
    txid: "text",
    output: "count",
    address: "text",
    user_id: INNER,
    amount_base: "text",
    amount: { amountIn: "currency" },
    status: "text",
    reason: { leftOut: "notes and names of staff" },
    created_at: "time",
    settled_height: INNER,
    entry_id: "text",
    missing_since: INNER,
    credited_at: "time",
    transaction_id: "text",
  },
});

export type CoinArrival = Selectable<CoinArrivalsTable>;

/** Senders of coins, as their customers have named them. */
interface CoinSendersTable {
  arrival_id: string;
  user_id: string;
  /** JSON: whose wallet it is, and where. */
  sender: Sealed<"coin_senders.sender">;
  stated_at: Epoch;
}

export const coinSenders = table<CoinSendersTable>({
  whose: own,
  key: ["arrival_id"],
  copy: { file: "coin-senders", about: "Who sent you coins, as you told us" },
  erasure: { removed: "retention", why: "who sent coins, which the law keeps for a time" },
  columns: { arrival_id: "text", user_id: INNER, sender: "sealed", stated_at: "time" },
});

export type CoinSender = Selectable<CoinSendersTable>;
