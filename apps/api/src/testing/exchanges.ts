import { formatAmount, parseAmount } from "@wattle/exchange-core/amount";
import { convert, prepareConversion } from "@wattle/exchange-core/convert";
import { currencyOf } from "@wattle/contracts/markets";
import { parseFeePercent } from "@wattle/exchange-core/fee";
import { parseRate } from "@wattle/exchange-core/rate";
import type { Transaction } from "@wattle/contracts/history";
import type { HeldRate } from "@wattle/contracts/quotes";
import type { Answer, TestClient } from "./client.ts";

/** Postings of an exchange. */
export interface ExchangePayload {
  readonly balance: { readonly credit: unknown; readonly credit_currency: string };
  readonly debit: unknown;
  readonly debit_currency: string;
  readonly transaction_type: string;
  readonly payment_method?: string;
  readonly hash: string;
}

/** Asks for a held rate. @throws when the answer is not 200 */
export async function holdRate(client: TestClient, from = "BTC", to = "AUD"): Promise<HeldRate> {
  const answer = await client.post<HeldRate>("/api/get-rate", {
    credit_currency: from,
    debit_currency: to,
    credit: 1,
  });
  if (answer.status !== 200) throw new Error(`get-rate answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** The payload that exchanges `credit` (decimal text) at a held rate, its debit computed as the screen does it. */
export function payloadOf(held: HeldRate, credit: string): ExchangePayload {
  const [from, to] = [currencyOf(held.credit_currency), currencyOf(held.debit_currency)];
  const [rate, fee] = [parseRate(held.rate), parseFeePercent(held.fee)];
  if (from === undefined || to === undefined || rate === undefined || fee === undefined) {
    throw new Error(`not a held rate: ${JSON.stringify(held)}`);
  }
  const amount = parseAmount(credit, from);
  if (!amount.ok) throw new Error(`not an amount of ${from.code}: ${credit}`);
  return {
    balance: { credit, credit_currency: from.code },
    debit: formatAmount(convert(amount.amount, prepareConversion({ from, to, rate, fee })), to),
    debit_currency: to.code,
    transaction_type: "exchange",
    hash: held.hash,
  };
}

/** Posts an exchange, with an idempotency key where one is given. */
export function postExchange(
  client: TestClient,
  payload: unknown,
  idempotencyKey?: string,
): Promise<Answer<{ data: Transaction }>> {
  return client.post<{ data: Transaction }>(
    "/api/users/transactions",
    payload,
    idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey },
  );
}

/** Spendable balances of the signed-in customer. */
export async function balanceOf(client: TestClient): Promise<Record<string, string>> {
  const answer = await client.get<{ data: Record<string, string> }>("/api/users/balance");
  if (answer.status !== 200) throw new Error(`balance answered ${answer.status}: ${answer.text}`);
  return answer.body.data;
}

/** How many rows the signed-in customer's history has. */
export async function historyTotal(client: TestClient): Promise<number> {
  const answer = await client.get<{ meta: { total: number } }>("/api/users/transactions?per_page=1");
  if (answer.status !== 200) throw new Error(`history answered ${answer.status}: ${answer.text}`);
  return answer.body.meta.total;
}
