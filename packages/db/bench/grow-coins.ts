/** Coins that arrived, orders at venues and cases of compliance: rows of lists that no ledger entry is needed for. */
import { rowsOf } from "./grow-rows.ts";
import { HOUR, STAFF, type Growth, type Words } from "./grow-words.ts";

/** Outputs of ours that arrived and were swept: each is spent in the block after its own. */
function arrivals(growth: Growth, words: Words): string[] {
  const { each, some, user, opened } = rowsOf(growth, words);
  const { hex, id } = words;
  const rows = some(5);
  const txid = `('growth-coin-' || ${hex("s.i")})`;
  return [
    each(
      rows,
      (at) =>
        `'bitcoin', ${txid}, 0, 'growth-script-' || s.i % 1000, '1000000', ${at}, s.i, s.i + 1, ${txid}`,
      "chain_outputs",
      "network, txid, output, script, amount, seen_at, made_height, spent_height, spent_by",
    ),
    each(
      rows,
      (at) =>
        `${id(at, 40, "s.i")}, 'bitcoin', 'BTC', ${txid}, 0, 'growth', ${user(rows)}, '1000000', 1000000, case when ${opened(rows)} then 'below_minimum' else 'credited' end, ${at}`,
      "coin_arrivals",
      "id, network, currency, txid, output, address, user_id, amount_base, amount, status, created_at",
    ),
  ];
}

/** Orders that were filled, and some that the venue refused. */
function orders(growth: Growth, words: Words): string {
  const { each, some, opened } = rowsOf(growth, words);
  const rows = some(20);
  return each(
    rows,
    (at) =>
      `${words.id(at, 41, "s.i")}, 'kraken', 'buy', 'BTC', 'AUD', 1000000, '150000', '150000', case when ${opened(rows)} then 'rejected' else 'filled' end, 0, 0, 'growth-' || s.i, '0.01', '1500', '0', 1, ${at}, 0, ${STAFF}, ${at}`,
    "venue_orders",
    "id, venue, side, currency, in_currency, amount, limit_price, guard_price, status, dry, open, client_id, filled, cost, fee, tries, next_at, lookups, created_by, created_at",
  );
}

/** Cases of screening, most of them closed. */
function cases(growth: Growth, words: Words): string {
  const { each, some, user, opened } = rowsOf(growth, words);
  const rows = some(20);
  const ended = (value: string): string => `case when ${opened(rows)} then null else ${value} end`;
  return each(
    rows,
    (at) =>
      `${words.id(at, 42, "s.i")}, 'screening', ${user(rows)}, ${at}, ${at} + ${HOUR}, ${ended(`${at} + ${HOUR}`)}, ${ended(STAFF)}, ${ended("'nothing_found'")}`,
    "cases",
    "id, kind, customer_id, created_at, due_at, closed_at, closed_by, outcome",
  );
}

export const coinsAndCases = (growth: Growth, words: Words): string[] => [
  ...arrivals(growth, words),
  orders(growth, words),
  cases(growth, words),
];
