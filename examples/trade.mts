/**
 * Buys or sells, with types for every call:
 *
 *   WATTLE_TOKEN=wat_… node trade.mjs BTC AUD 0.01     sells 0.01 BTC
 *   WATTLE_TOKEN=wat_… node trade.mjs AUD BTC 500.00   buys bitcoin for 500 dollars
 *
 * The token needs the scope trade. The client sends the call again where an answer is lost, by the same key, so that it is one
 * exchange; and a rate that is not signed by the exchange does not get here.
 */
import { createWattle, type Schemas } from "@wattle/client";
import {
  convert,
  formatAmount,
  parseAmount,
  parseFeePercent,
  parseRate,
  prepareConversion,
  type Currency,
} from "@wattle/exchange-core";

const [give = "BTC", get = "AUD", amount = "0.01"] = process.argv.slice(2);
const token = process.env["WATTLE_TOKEN"] ?? "";
const wattle = createWattle({ url: process.env["WATTLE_URL"] ?? "http://localhost:3000", token });

/** A currency as the arithmetic needs it: state money has 2 decimals, crypto currencies 8. */
async function currencyNamed(code: string): Promise<Currency> {
  const { data, error } = await wattle.GET("/api/currencies");
  if (error) throw new Error(`${error.message} (${error.code})`);
  return code in data.fiat
    ? { code, kind: "fiat", shownDecimals: 2 }
    : { code, kind: "crypto", shownDecimals: 8 };
}

/** credit × rate × (100 − fee) / 100, cut to the currency's decimals: exactly what the server computes. */
async function debitOf(held: Schemas["HeldRate"]): Promise<string> {
  const [from, to] = [await currencyNamed(give), await currencyNamed(get)];
  const [rate, fee, credit] = [parseRate(held.rate), parseFeePercent(held.fee), parseAmount(amount, from)];
  if (!rate || !fee || !credit.ok) throw new Error(`${amount} is no amount of ${give}.`);
  return formatAmount(convert(credit.amount, prepareConversion({ from, to, rate, fee })), to);
}

try {
  const asked = await wattle.POST("/api/get-rate", {
    body: { credit_currency: give, debit_currency: get, credit: 1 },
  });
  if (asked.error) throw new Error(`${asked.error.message} (${asked.error.code})`);
  const { rate, fee, hash } = asked.data;
  console.log(`1 ${give} = ${rate} ${get}, fee ${fee} %, signed and held for 45 seconds`);
  const traded = await wattle.POST("/api/users/transactions", {
    body: {
      transaction_type: "exchange",
      balance: { credit: amount, credit_currency: give },
      debit: await debitOf(asked.data),
      debit_currency: get,
      hash,
    },
  });
  if (traded.error) throw new Error(`${traded.error.message} (${traded.error.code})`);
  const { credit, debit, reference } = traded.data.data;
  console.log(`Gave ${credit} ${give}, got ${debit} ${get}, reference ${reference}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
