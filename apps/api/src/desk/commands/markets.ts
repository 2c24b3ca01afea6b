import type { CoinChain } from "@wattle/contracts/market-records";
import { NETWORKS } from "@wattle/contracts/networks";
import { lowFeeWarning } from "../../markets/warn-of-low-fees.ts";
import { CURRENCY_KINDS } from "@wattle/exchange-core/currency";
import { UsageError, type Command, type CommandContext } from "./command.ts";

const CURRENCY_OPTIONS = {
  kind: { type: "string" },
  name: { type: "string" },
  "short-name": { type: "string" },
  decimals: { type: "string" },
  position: { type: "string" },
  active: { type: "string" },
  "residents-of": { type: "string" },
  "exchange-min": { type: "string" },
  "exchange-max": { type: "string" },
  "deposit-min": { type: "string" },
  "deposit-max": { type: "string" },
  "card-min": { type: "string" },
  "card-max": { type: "string" },
  network: { type: "string" },
  "chain-deposit-min": { type: "string" },
  "withdrawal-min": { type: "string" },
  "withdrawal-fee": { type: "string" },
  "source-codes": { type: "string" },
} as const;

const PAIR_OPTIONS = {
  fee: { type: "string" },
  spread: { type: "string" },
  active: { type: "string" },
  "record-prices": { type: "string" },
} as const;

/** @throws UsageError for anything but yes and no */
function yesOrNo(context: CommandContext, name: string): boolean | undefined {
  const text = context.option(name);
  if (text === undefined) return undefined;
  if (text !== "yes" && text !== "no") throw new UsageError(`--${name} takes yes or no`);
  return text === "yes";
}

/** @throws UsageError for anything but digits */
function wholeNumber(context: CommandContext, name: string): number | undefined {
  const text = context.option(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,4}$/.test(text)) throw new UsageError(`--${name} takes a whole number`);
  return Number.parseInt(text, 10);
}

/** `none` takes a value away. */
const orNone = (text: string | undefined): string | null | undefined => (text === "none" ? null : text);

/** The given options without those that were left out. */
const said = <T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

const CHAIN_USAGE = `--network takes ${NETWORKS.join(" or ")}, with the chain's amounts, or none`;

/** How a coin goes in and out on its chain; null takes it off. @throws UsageError */
function coinChain(context: CommandContext): CoinChain | null | undefined {
  const name = context.option("network");
  const [deposit_min, withdrawal_min, withdrawal_fee] = [
    context.option("chain-deposit-min"),
    context.option("withdrawal-min"),
    context.option("withdrawal-fee"),
  ];
  const amounts = [deposit_min, withdrawal_min, withdrawal_fee];
  if ((name === undefined || name === "none") && amounts.every((amount) => amount === undefined))
    return name === undefined ? undefined : null;
  const network = NETWORKS.find((known) => known === name);
  if (network === undefined || !deposit_min || !withdrawal_min || !withdrawal_fee)
    throw new UsageError(CHAIN_USAGE);
  return { network, deposit_min, withdrawal_min, withdrawal_fee };
}

/** `kraken=XBT,convert=BTC` as it is kept. @throws UsageError */
function sourceCodes(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined) return undefined;
  return Object.fromEntries(
    text.split(",").map((part) => {
      const [source, code, ...rest] = part.trim().split("=");
      if (!source || !code || rest.length > 0) throw new UsageError("--source-codes takes SOURCE=CODE,…");
      return [source, code];
    }),
  );
}

/** Currencies and pairs, and their terms. */
export const MARKET_COMMANDS: readonly Command[] = [
  {
    name: "markets list",
    takes: "",
    about: "all currencies, and those without a price source",
    async run(context) {
      const { currencies } = await context.ops.markets.list();
      context.table(
        currencies.map(
          ({ code, kind, full_name, active, residents_of, exchange_min, exchange_max, priced }) => ({
            code,
            kind,
            name: full_name,
            active: active ? "yes" : "no",
            residents_of: residents_of ?? "",
            limits: exchange_min === null ? "" : `${exchange_min} to ${exchange_max}`,
            priced: priced ? "yes" : "no source",
          }),
        ),
        "no currencies",
      );
    },
  },
  {
    name: "markets pairs",
    takes: "",
    about: "all pairs and their fees",
    async run(context) {
      const { pairs } = await context.ops.markets.list();
      context.table(
        pairs.map(({ from, to, fee, spread_bp, active }) => ({
          pair: `${from}/${to}`,
          fee: `${fee}%`,
          spread_bp,
          active: active ? "yes" : "no",
        })),
        "no pairs",
      );
    },
  },
  {
    name: "markets currency",
    takes:
      "<code> [--kind fiat|crypto --name TEXT --short-name TEXT --decimals N --position N --active yes|no --residents-of COUNTRY|none --exchange-min|-max, --deposit-min|-max, --card-min|-max AMOUNT|none --network bitcoin|none --chain-deposit-min, --withdrawal-min, --withdrawal-fee AMOUNT --source-codes SOURCE=CODE,…]",
    about: "add or change a currency; every process picks it up within 5 seconds",
    options: CURRENCY_OPTIONS,
    async run(context) {
      const named = context.option("kind");
      const kind = CURRENCY_KINDS.find((known) => known === named);
      if (named !== undefined && kind === undefined) {
        throw new UsageError("--kind takes fiat or crypto");
      }
      const input = said({
        kind,
        full_name: context.option("name"),
        short_name: context.option("short-name"),
        shown_decimals: wholeNumber(context, "decimals"),
        position: wholeNumber(context, "position"),
        active: yesOrNo(context, "active"),
        residents_of: orNone(context.option("residents-of")),
        exchange_min: orNone(context.option("exchange-min")),
        exchange_max: orNone(context.option("exchange-max")),
        deposit_min: orNone(context.option("deposit-min")),
        deposit_max: orNone(context.option("deposit-max")),
        card_min: orNone(context.option("card-min")),
        card_max: orNone(context.option("card-max")),
        chain: coinChain(context),
        source_codes: sourceCodes(context.option("source-codes")),
      });
      context.record({ ...(await context.ops.markets.setCurrency({ code: context.word(0), ...input })) });
    },
  },
  {
    name: "markets pair",
    takes:
      "<currency paid> <currency received> [--fee PERCENT --spread BASIS-POINTS --active yes|no --record-prices yes|no]",
    about: "add or change a pair; held rates keep their terms",
    options: PAIR_OPTIONS,
    async run(context) {
      const input = said({
        fee: context.option("fee"),
        spread_bp: wholeNumber(context, "spread"),
        active: yesOrNo(context, "active"),
        record_prices: yesOrNo(context, "record-prices"),
      });
      const pair = await context.ops.markets.setPair({
        from: context.word(0),
        to: context.word(1),
        ...input,
      });
      const warning = lowFeeWarning(pair.fee);
      context.record({ ...pair, ...(warning !== undefined && { warning }) });
    },
  },
];
