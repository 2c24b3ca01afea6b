import { parseFeePercent, type FeePercent } from "@wattle/exchange-core/fee";
import type { Database } from "@wattle/db/database";
import { listCurrencies, listExchangeFees } from "@wattle/db/currencies";
import type { Clock } from "../clock.ts";

export interface OfferedCurrency {
  readonly code: string;
  readonly kind: "fiat" | "crypto";
  readonly full_name: string;
  readonly active: boolean;
}

export interface ReferenceData {
  readonly currencies: ReadonlyMap<string, OfferedCurrency>;
  readonly fees: readonly { readonly from: string; readonly to: string; readonly percent: FeePercent }[];
  /** The fee of a pair in percent; a pair without one of its own is not offered. */
  feeOf(from: string, to: string): FeePercent | undefined;
}

function readPercent(text: string): FeePercent {
  const percent = parseFeePercent(text);
  if (percent === undefined) throw new Error(`the database holds the fee ${JSON.stringify(text)}`);
  return percent;
}

const KEPT_MILLISECONDS = 5_000;

async function read(database: Database): Promise<ReferenceData> {
  const [currencyRows, feeRows] = await Promise.all([
    listCurrencies(database.read),
    listExchangeFees(database.read),
  ]);
  const currencies = new Map(
    currencyRows.map((row) => [
      row.code,
      {
        code: row.code,
        kind: row.kind === "fiat" ? "fiat" : "crypto",
        full_name: row.full_name,
        active: row.active === 1n,
      } as const,
    ]),
  );
  const fees = feeRows.map((row) => ({
    from: row.currency_from,
    to: row.currency_to,
    percent: readPercent(row.percent),
  }));
  const percents = new Map(fees.map((fee) => [`${fee.from}/${fee.to}`, fee.percent]));
  return { currencies, fees, feeOf: (from, to) => percents.get(`${from}/${to}`) };
}

/** Currencies and fees, read again every few seconds, so that an operator's change shows without a restart. */
export function createReferenceData(database: Database, clock: Clock): () => Promise<ReferenceData> {
  let kept: { readonly at: number; readonly data: Promise<ReferenceData> } | undefined;
  return () => {
    const now = clock.now();
    if (kept === undefined || now - kept.at >= KEPT_MILLISECONDS || now < kept.at) {
      const data = read(database);
      const entry = { at: now, data };
      kept = entry;
      data.catch(() => {
        if (kept === entry) kept = undefined;
      });
    }
    return kept.data;
  };
}
