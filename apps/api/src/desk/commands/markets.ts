import { lowFeeWarning } from "../../markets/warn-of-low-fees.ts";
import { calling } from "./calling.ts";
import { UsageError, type Command } from "./command.ts";

/** `bitcoin,0.00005,0.0005,0.00005`: network, least deposit, least withdrawal, fee. @throws UsageError */
function coinChain(text: string): Record<string, string> {
  const [network, deposit_min, withdrawal_min, withdrawal_fee, ...more] = text.split(",");
  if (!network || !deposit_min || !withdrawal_min || !withdrawal_fee || more.length > 0)
    throw new UsageError("--chain takes NETWORK,DEPOSIT-MIN,WITHDRAWAL-MIN,WITHDRAWAL-FEE");
  return { network, deposit_min, withdrawal_min, withdrawal_fee };
}

/** `kraken=XBT,convert=BTC` as it is kept. @throws UsageError */
function sourceCodes(text: string): Record<string, string> {
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
  calling("markets currency", "ops.markets.setCurrency", {
    about: "add or change a currency; every process picks it up within 5 seconds",
    words: ["code"],
    names: { full_name: "name", shown_decimals: "decimals" },
    reads: { source_codes: sourceCodes, chain: coinChain },
  }),
  calling("markets pair", "ops.markets.setPair", {
    about: "add or change a pair; held rates keep their terms",
    words: ["currency paid", "currency received"],
    names: { from: "currency paid", to: "currency received", spread_bp: "spread" },
    print: (pair) => {
      const warning = lowFeeWarning(pair.fee);
      return { ...pair, ...(warning !== undefined && { warning }) };
    },
  }),
];
