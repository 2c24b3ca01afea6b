/** Inputs and answers of the desk about currencies and pairs (`ops.markets`). */
import { parseAmount } from "@wattle/exchange-core/amount";
import { CURRENCY_KINDS, precisionOf } from "@wattle/exchange-core/currency";
import { parseFeePercent } from "@wattle/exchange-core/fee";
import { powerOfTen } from "@wattle/exchange-core/power-of-ten";
import { z } from "zod";
import { AMOUNT_TEXTS } from "./amount-texts.ts";
import { isBankAccountCurrency } from "./bank-formats/formats.ts";
import { isCountryCode } from "./countries.ts";
import { CURRENCY_CODE } from "./market-records.ts";
import { NETWORKS } from "./networks.ts";
import { amountInput } from "./money.ts";
import { isPlainLine } from "./plain-text.ts";

const marketCode = z
  .string("Enter a currency code")
  .regex(CURRENCY_CODE, "Use 2 to 10 capital letters or digits")
  .meta({ description: "Currency code", examples: ["LTC"] });

const limit = amountInput.nullish();

/** How a coin goes in and out on its chain. */
const coinChain = z.object({
  network: z.enum(NETWORKS, `Choose ${NETWORKS.join(" or ")}`),
  deposit_min: amountInput,
  withdrawal_min: amountInput,
  withdrawal_fee: amountInput,
});

/** Limits come in twos: the smaller one's name, the larger one's, and what they are about. */
const LIMIT_PAIRS = [
  ["exchange_min", "exchange_max"],
  ["deposit_min", "deposit_max"],
  ["card_min", "card_max"],
] as const;

const HIGHEST_FEE_PERCENT = 50;
const FEE_TEXT = "Enter 0 to 50, up to 4 decimals";
const MOST_BASIS_POINTS = 1000;

const isFee = (text: string): boolean => {
  const fee = parseFeePercent(text);
  return fee !== undefined && fee.digits <= BigInt(HIGHEST_FEE_PERCENT) * powerOfTen(fee.scale);
};

/**
 * Adds a currency or changes one. Fields that are left out stay as they are. A new currency needs `kind` and
 * `full_name`, and both exchange limits if it is fiat. The kind of a currency never changes. Deposits need a bank
 * account format.
 */
export const setCurrencyInput = z.object({
  code: marketCode,
  kind: z.enum(CURRENCY_KINDS, "Choose fiat or crypto").optional(),
  full_name: z
    .string("Enter a name")
    .trim()
    .min(1, "Enter a name")
    .max(60, "Use up to 60 letters")
    .refine(isPlainLine, "Name is not valid.")
    .optional(),
  short_name: z
    .string("Enter a short name")
    .trim()
    .min(1, "Enter a short name")
    .max(10, "Use up to 10 letters")
    .refine(isPlainLine, "Short name is not valid.")
    .optional(),
  shown_decimals: z.int("Enter a whole number").min(0, "Enter 0 to 8").max(8, "Enter 0 to 8").optional(),
  position: z.int("Enter a whole number").min(0, "Enter 0 to 9999").max(9999, "Enter 0 to 9999").optional(),
  active: z.boolean("Choose true or false").optional(),
  residents_of: z
    .string("Enter a country code or null")
    .refine(isCountryCode, "Enter a country code such as AU")
    .nullish(),
  exchange_min: limit,
  exchange_max: limit,
  deposit_min: limit,
  deposit_max: limit,
  card_min: limit,
  card_max: limit,
  /** Null takes the coin off its chain: no new addresses and withdrawals. */
  chain: coinChain.nullish(),
  source_codes: z
    .record(z.string().max(20), z.string().regex(/^[A-Z0-9]{1,12}$/, "Use capital letters or digits"))
    .optional(),
});
export type SetCurrencyInput = z.output<typeof setCurrencyInput>;

/** A whole currency, as it would be kept. */
export const currencyRecord = z
  .object({
    code: marketCode,
    kind: z.enum(CURRENCY_KINDS, "Choose fiat or crypto"),
    full_name: z.string("Enter a name"),
    short_name: z.string(),
    shown_decimals: z.int(),
    position: z.int(),
    active: z.boolean(),
    residents_of: z.string().nullable(),
    exchange_min: z.string().nullable(),
    exchange_max: z.string().nullable(),
    deposit_min: z.string().nullable(),
    deposit_max: z.string().nullable(),
    card_min: z.string().nullable(),
    card_max: z.string().nullable(),
    chain: coinChain.nullable(),
    source_codes: z.record(z.string(), z.string()),
  })
  .meta({ id: "MarketCurrency" });

/** Amounts of a coin's chain, and whether each may be zero. */
const CHAIN_AMOUNTS = [
  ["deposit_min", false],
  ["withdrawal_min", false],
  ["withdrawal_fee", true],
] as const;

function checkChain(
  { chain, ...currency }: z.infer<typeof currencyRecord>,
  { addIssue }: Pick<z.RefinementCtx, "addIssue">,
): void {
  if (chain === null) return;
  const refuse = (field: string, message: string): void =>
    addIssue({ code: "custom", path: ["chain", field], message });
  if (currency.kind === "fiat") refuse("network", "Only coins are on chain");
  for (const [field, mayBeZero] of CHAIN_AMOUNTS) {
    const parsed = parseAmount(chain[field], { ...currency, shownDecimals: currency.shown_decimals });
    if (!parsed.ok) refuse(field, AMOUNT_TEXTS[parsed.problem]);
    else if (parsed.amount === 0n && !mayBeZero) refuse(field, "Enter an amount above zero");
  }
}

/** The rules that a whole currency keeps, whichever part of it was changed. */
export const checkedCurrency = currencyRecord.superRefine((record, context) => {
  const refuse = (field: keyof typeof record, message: string): void =>
    context.addIssue({ code: "custom", path: [field], message });
  const precision = precisionOf(record);
  if (record.shown_decimals > precision) refuse("shown_decimals", `Enter 0 to ${precision}`);
  if (record.kind === "fiat" && record.exchange_min === null) refuse("exchange_min", "Enter a minimum");
  if (record.kind === "fiat" && record.deposit_min !== null && !isBankAccountCurrency(record.code)) {
    refuse("deposit_min", `No bank account format for ${record.code}`);
  }
  for (const [low, high] of LIMIT_PAIRS) {
    const read = (field: typeof low | typeof high): bigint | undefined => {
      const text = record[field];
      if (text === null) return undefined;
      if (record.kind === "crypto") refuse(field, "Limits belong to fiat currencies");
      const parsed = parseAmount(text, { ...record, shownDecimals: record.shown_decimals });
      if (!parsed.ok) refuse(field, AMOUNT_TEXTS[parsed.problem]);
      return parsed.ok ? parsed.amount : undefined;
    };
    const [min, max] = [read(low), read(high)];
    if ((record[low] === null) !== (record[high] === null)) {
      refuse(record[low] === null ? low : high, "Set both limits, or neither");
    }
    if (min === 0n) refuse(low, "Enter an amount above zero");
    if (min !== undefined && max !== undefined && min > max) refuse(low, "The minimum is above the maximum");
  }
  checkChain(record, context);
});

/** Adds a pair or changes one. Fields that are left out stay as they are; a new pair needs its `fee`. */
export const setPairInput = z.object({
  from: marketCode,
  to: marketCode,
  /** Percent, decimal text. Rates that are held keep the fee they were promised with. */
  fee: z.string(FEE_TEXT).max(10, FEE_TEXT).refine(isFee, FEE_TEXT).optional(),
  spread_bp: z
    .int("Enter a whole number")
    .min(0, `Enter 0 to ${MOST_BASIS_POINTS}`)
    .max(MOST_BASIS_POINTS, `Enter 0 to ${MOST_BASIS_POINTS}`)
    .optional(),
  active: z.boolean("Choose true or false").optional(),
  record_prices: z.boolean("Choose true or false").optional(),
});
export type SetPairInput = z.output<typeof setPairInput>;

export const pairRecord = z
  .object({
    from: marketCode,
    to: marketCode,
    fee: z.string(),
    spread_bp: z.int(),
    active: z.boolean(),
    record_prices: z.boolean(),
  })
  .meta({ id: "MarketPair" });

/** Markets as screens know them: currencies that someone may use, and the pairs between them. */
export const marketRecords = z.object({ currencies: z.array(currencyRecord), pairs: z.array(pairRecord) });

/** Everything an installation offers. `priced`: whether any price source that is set knows the currency. */
export const marketList = z.object({
  currencies: z.array(currencyRecord.extend({ priced: z.boolean() })),
  pairs: z.array(pairRecord),
});
export type MarketList = z.infer<typeof marketList>;
