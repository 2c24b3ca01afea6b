// Buys 0.01 BTC with nothing but fetch.
//
//   WATTLE_TOKEN=wat_… node buy.ts
//
// The token needs the scope trade.
import { randomUUID } from "node:crypto";

const url = process.env["WATTLE_URL"] ?? "http://localhost:3000";

/** Amounts are text: a number would lose digits. */
interface Held {
  readonly credit: string;
  readonly debit: string;
  readonly hash: string;
}
interface Done {
  readonly data: { readonly credit: string; readonly debit: string; readonly reference: string };
}

async function post<Answer>(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${process.env["WATTLE_TOKEN"]}`,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify(body),
  });
  if (answer.ok) return (await answer.json()) as Answer;
  const { message, code } = (await answer.json()) as { message: string; code: string };
  console.error(`${message} (${code})`);
  process.exit(1);
}

// The answer says what to give, and what exactly that gets: 0.01 or a little more, since dollars have whole cents.
const { credit, debit, hash } = await post<Held>("/api/get-rate", {
  credit_currency: "AUD",
  debit_currency: "BTC",
  credit: 1,
  debit_amount: "0.01",
});
const order = {
  transaction_type: "exchange",
  balance: { credit, credit_currency: "AUD" },
  debit,
  debit_currency: "BTC",
  hash,
};
// The key makes a repeated call harmless: however often it is sent, it is one exchange.
const { data } = await post<Done>("/api/users/transactions", order, { "idempotency-key": randomUUID() });
console.log(`Bought ${data.debit} BTC for ${data.credit} AUD, reference ${data.reference}`);
