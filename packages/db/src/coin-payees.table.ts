import type { CoinPayeeCopy } from "@wattle/contracts/coin-payees";
import type { Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { INNER } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

/** Wallets that customers send coins to. A sealed address opens in its own row only, so that no one can put another there. */
interface CoinPayeesTable {
  id: string;
  user_id: string;
  currency: string;
  network: CoinPayeeCopy["network"];
  address: Sealed<"coin_payees.address">;
  label: Sealed<"coin_payees.label">;
  whose: CoinPayeeCopy["whose"];
  holder_name: Sealed<"coin_payees.holder_name"> | null;
  wallet: CoinPayeeCopy["wallet"];
  provider_name: Sealed<"coin_payees.provider_name"> | null;
  created_at: Epoch;
  /** No withdrawal goes here before this time. */
  available_at: Epoch;
  /** When a signature proved that its owner controls the address. */
  proved_at: Epoch | null;
}

export const coinPayees = table<CoinPayeesTable>({
  whose: own,
  key: ["id"],
  copy: { file: "coin-payees", about: "Wallets you can send coins to" },
  erasure: { removed: "retention", why: "where coins were sent to, which the law keeps for a time" },
  columns: {
    id: "text",
    user_id: INNER,
    currency: "text",
    network: "text",
    address: "sealed",
    label: "sealed",
    whose: "text",
    holder_name: "sealed",
    wallet: "text",
    provider_name: "sealed",
    created_at: "time",
    available_at: "time",
    proved_at: "time",
  },
});

export type CoinPayeeRow = Selectable<CoinPayeesTable>;
