import {
  checkedCurrency,
  currencyRecord,
  pairRecord,
  setCurrencyInput,
  setPairInput,
  type MarketList,
  type SetCurrencyInput,
  type SetPairInput,
} from "@wattle/contracts/market-inputs";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { NO_LIMITS, type CurrencyRecord, type PairRecord } from "@wattle/contracts/market-records";
import type { WriteTx } from "@wattle/db/database";
import { findCurrency, findPair, listCurrencies, saveCurrency, savePair } from "@wattle/db/markets";
import { formatFeePercent, parseFeePercent } from "@wattle/exchange-core/fee";
import {
  readMarketRecords,
  recordOfCurrency,
  recordOfPair,
  rowOfCurrency,
  rowOfPair,
} from "../../markets/markets.ts";
import { fieldErrors } from "../../procedures.ts";
import type { Services } from "../../services.ts";
import { stateText, type PlannedChange } from "../approvals/changes.ts";
import { alone } from "../approvals/reviewed-act.ts";

/** Currencies and pairs as they are in the database at this moment. */
export async function listMarkets(services: Pick<Services, "database" | "rates">): Promise<MarketList> {
  const { currencies, pairs } = await readMarketRecords(services.database);
  return {
    currencies: currencies.map((currency) => ({ ...currency, priced: services.rates.knows(currency.code) })),
    pairs: [...pairs],
  };
}

/** The given parts without those that were left out. */
function given<T extends object>(input: T): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<{
    [K in keyof T]: Exclude<T[K], undefined>;
  }>;
}

/** Defaults of a new currency. It comes last in lists. */
async function newCurrency(tx: WriteTx, { code, kind }: SetCurrencyInput): Promise<Partial<CurrencyRecord>> {
  const positions = (await listCurrencies(tx)).map(({ position }) => Number(position));
  return {
    short_name: code,
    shown_decimals: kind === "crypto" ? 8 : 2,
    position: Math.max(-1, ...positions) + 1,
    active: true,
    residents_of: null,
    ...NO_LIMITS,
    chain: null,
    source_codes: {},
  };
}

/** The values that differ, as staff read them. */
const changedValues = (before: object | undefined, after: object): PlannedChange[] => {
  const was: Readonly<Record<string, unknown>> = { ...before };
  const text = (value: unknown): string =>
    value === undefined || value === null
      ? "None"
      : typeof value === "string"
        ? value
        : JSON.stringify(value);
  return Object.entries(after).flatMap(([name, value]) =>
    text(was[name]) === text(value)
      ? []
      : [{ what: stateText(name), before: text(was[name]), after: text(value) }],
  );
};

/**
 * Adds a currency or changes one; every process knows it within five seconds. A currency that is switched off leaves
 * the choices; balances and history in it stay, and held rates are honoured. The plan throws `validation_failed` with the field, if
 * the currency would break a rule of `checkedCurrency`.
 */
export const setCurrency = alone({
  title: "Set a currency",
  roles: ["admin"],
  input: setCurrencyInput,
  output: currencyRecord,
  plan: async (tx, _call, input) => {
    const row = await findCurrency(tx, input.code);
    const before = row === undefined ? undefined : recordOfCurrency(row);
    if (before !== undefined && input.kind !== undefined && input.kind !== before.kind) {
      throw DomainError.at("kind", "validation_failed", OWN_MESSAGES.kindFixed);
    }
    const wanted = checkedCurrency.safeParse({
      ...(before ?? (await newCurrency(tx, input))),
      ...given(input),
    });
    if (!wanted.success) throw new DomainError("validation_failed", { fields: fieldErrors(wanted.error) });
    const after = wanted.data;
    return {
      subject: `the currency ${input.code}`,
      changes: changedValues(before, after),
      log: {
        action: "market.currency_set",
        subject: input.code,
        details: { before: before ?? null, after },
      },
      run: async () => {
        await saveCurrency(tx, rowOfCurrency(after));
        return after;
      },
    };
  },
  after: ({ services }) => services.forgetMarkets(),
});

/** @throws DomainError `validation_failed` unless one of the two is fiat and the other crypto, both known */
async function checkKinds(tx: WriteTx, { from, to }: SetPairInput): Promise<void> {
  const [given, got] = [await findCurrency(tx, from), await findCurrency(tx, to)];
  if (given === undefined) throw DomainError.at("from", "validation_failed", OWN_MESSAGES.addCurrencyFirst);
  if (got === undefined) throw DomainError.at("to", "validation_failed", OWN_MESSAGES.addCurrencyFirst);
  if (given.kind === got.kind) {
    throw DomainError.at("to", "validation_failed", OWN_MESSAGES.pairOfTwoKinds);
  }
}

/**
 * Adds or changes a pair and its terms. Held rates keep the terms they were promised with. The plan throws
 * `validation_failed` with the field.
 */
export const setPair = alone({
  title: "Set a pair",
  roles: ["admin"],
  input: setPairInput,
  output: pairRecord,
  plan: async (tx, _call, input) => {
    await checkKinds(tx, input);
    const row = await findPair(tx, input.from, input.to);
    const before = row === undefined ? undefined : recordOfPair(row);
    const text = input.fee ?? before?.fee;
    const percent = text === undefined ? undefined : parseFeePercent(text);
    if (percent === undefined) throw DomainError.at("fee", "validation_failed", OWN_MESSAGES.enterFee);
    const start = { spread_bp: 0, active: true, record_prices: true };
    const after: PairRecord = {
      ...(before ?? start),
      ...given(input),
      from: input.from,
      to: input.to,
      fee: formatFeePercent(percent),
    };
    const pair = `${input.from}/${input.to}`;
    return {
      subject: `the pair ${pair}`,
      changes: changedValues(before, after),
      log: { action: "market.pair_set", subject: pair, details: { before: before ?? null, after } },
      run: async () => {
        await savePair(tx, rowOfPair(after));
        return after;
      },
    };
  },
  after: ({ services }) => services.forgetMarkets(),
});
