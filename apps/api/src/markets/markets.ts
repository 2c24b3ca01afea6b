import { formatAmount, parseAmount, toAmount } from "@wattle/exchange-core/amount";
import type { CurrencyKind } from "@wattle/exchange-core/currency";
import type { CoinChain, CurrencyRecord, MarketRecords, PairRecord } from "@wattle/contracts/market-records";
import { learnMarkets, type Markets } from "@wattle/contracts/markets";
import type { Database } from "@wattle/db/database";
import { listCurrencies, listPairs } from "@wattle/db/markets";
import type { CurrencyRow, PairRow } from "@wattle/db/tables";
import type { Clock } from "../clock.ts";
import { keptBriefly, type Kept } from "../kept-briefly.ts";

/** The limits of a currency, by the name they have in its row and its record. */
const LIMITS = [
  "exchange_min",
  "exchange_max",
  "deposit_min",
  "deposit_max",
  "card_min",
  "card_max",
] as const;
type Limit = (typeof LIMITS)[number];

const arithmetic = (code: string, kind: CurrencyKind) => ({ code, kind, shownDecimals: 0 });

function limitText({ code, kind }: Pick<CurrencyRow, "code" | "kind">, units: bigint): string {
  const currency = arithmetic(code, kind);
  return formatAmount(toAmount(units, currency), currency);
}

type ChainColumn = "network" | "chain_deposit_min" | "withdrawal_min" | "withdrawal_fee";

function chainOf(row: Pick<CurrencyRow, ChainColumn | "code" | "kind">): CoinChain | null {
  const { network, chain_deposit_min, withdrawal_min, withdrawal_fee } = row;
  if (network === null || chain_deposit_min === null) return null;
  if (withdrawal_min === null || withdrawal_fee === null) return null;
  return {
    network,
    deposit_min: limitText(row, chain_deposit_min),
    withdrawal_min: limitText(row, withdrawal_min),
    withdrawal_fee: limitText(row, withdrawal_fee),
  };
}

/** A currency's row as it goes over the wire. */
export function recordOfCurrency(row: CurrencyRow): CurrencyRecord {
  const text = (units: bigint | null): string | null => (units === null ? null : limitText(row, units));
  const limits = Object.fromEntries(LIMITS.map((name) => [name, text(row[name])])) as Record<Limit, string>;
  return {
    code: row.code,
    kind: row.kind,
    full_name: row.full_name,
    short_name: row.short_name,
    shown_decimals: Number(row.shown_decimals),
    position: Number(row.position),
    active: row.active === 1n,
    residents_of: row.residents_of,
    ...limits,
    chain: chainOf(row),
    source_codes: JSON.parse(row.source_codes) as Record<string, string>,
  };
}

/** A currency's record as it is stored. @throws RangeError for a limit that is not an amount of it */
export function rowOfCurrency(record: CurrencyRecord): CurrencyRow {
  const currency = arithmetic(record.code, record.kind);
  const units = (text: string | null): bigint | null => {
    if (text === null) return null;
    const parsed = parseAmount(text, currency);
    if (!parsed.ok) throw new RangeError(`${text} is not an amount of ${record.code}`);
    return parsed.amount;
  };
  const limits = Object.fromEntries(LIMITS.map((name) => [name, units(record[name])])) as Record<
    Limit,
    bigint
  >;
  return {
    code: record.code,
    kind: record.kind,
    full_name: record.full_name,
    short_name: record.short_name,
    shown_decimals: BigInt(record.shown_decimals),
    position: BigInt(record.position),
    active: record.active ? 1n : 0n,
    residents_of: record.residents_of,
    ...limits,
    network: record.chain?.network ?? null,
    chain_deposit_min: units(record.chain?.deposit_min ?? null),
    withdrawal_min: units(record.chain?.withdrawal_min ?? null),
    withdrawal_fee: units(record.chain?.withdrawal_fee ?? null),
    source_codes: JSON.stringify(record.source_codes),
  };
}

/** A pair's row as it goes over the wire. */
export function recordOfPair(row: PairRow): PairRecord {
  return {
    from: row.currency_from,
    to: row.currency_to,
    fee: row.percent,
    spread_bp: Number(row.spread_bp),
    active: row.active === 1n,
    record_prices: row.record_prices === 1n,
  };
}

/** A pair's record as it is stored. */
export function rowOfPair(record: PairRecord): PairRow {
  return {
    currency_from: record.from,
    currency_to: record.to,
    percent: record.fee,
    spread_bp: BigInt(record.spread_bp),
    active: record.active ? 1n : 0n,
    record_prices: record.record_prices ? 1n : 0n,
  };
}

/** Everything the installation offers, as it is in the database at this moment. */
export async function readMarketRecords({ read }: Pick<Database, "read">): Promise<MarketRecords> {
  const [currencies, pairs] = await Promise.all([listCurrencies(read), listPairs(read)]);
  return { currencies: currencies.map(recordOfCurrency), pairs: pairs.map(recordOfPair) };
}

/**
 * Currencies and pairs, read again every few seconds, so that a change of the operator's shows without a restart.
 * Whenever they are read, the whole process learns them.
 */
export function createMarkets(database: Database, clock: Clock): Kept<Markets> {
  return keptBriefly(clock, async () => learnMarkets(await readMarketRecords(database)));
}
