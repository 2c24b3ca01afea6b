const claims = { iat: Date.UTC(2026, 10, 22, 1) / 1000, exp: Date.UTC(2026, 10, 22, 1, 0, 45) / 1000 };
const JWS = `head.${btoa(JSON.stringify(claims))}.signature`;
/** An exchange as staff find it, of the customer `mary`. */
export const QUOTED_EXCHANGE = {
  transaction_type: "exchange",
  status: "completed",
  reference: "7KQ4-M2XB-9PTR",
  customer: { id: "mary", email: "mary@mail.example", first_name: "Mary", last_name: "Quist" },
  credit: "2.00000000",
  credit_currency: "ETH",
  debit: "9900.00",
  debit_currency: "AUD",
  rate: "5000",
  fee: "1",
  fee_amount: "0.02000000",
  fee_currency: "ETH",
  bank_reference: null,
  note: null,
  created_at: "2026-11-22T01:00:30.000Z",
  updated_at: "2026-11-22T01:00:30.000Z",
  events: [],
  audit: [],
  entries: [],
  quote: { jws: JWS, kid: "key-1", jwks_url: "https://wattle.example/.well-known/jwks.json" },
  market_price: { rate: "5010", recorded_at: "2026-11-22T01:00:00.000Z", doubt: null },
};
