import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { CoinPayeeCopy } from "@wattle/contracts/coin-payees";
import { mostMonthly } from "@wattle/contracts/identity-about";
import { currencyOf } from "@wattle/contracts/markets";
import { RULE_DEFAULTS, type MonitoringRule, type RuleParameters } from "@wattle/contracts/rules";
import { balancesOf, heldBalancesOf } from "@wattle/db/balances";
import { listCoinPayees } from "@wattle/db/coin-payees";
import { severalCreditsOf, type DepositCredit } from "@wattle/db/deposit-credits";
import { listUnnamed } from "@wattle/db/coin-senders";
import {
  boughtBefore,
  listBookedDays,
  listBankCountries,
  listLoginAddresses,
  listMarks,
  listMoves,
  listPayees,
  listPayments,
  listSharedValues,
  type MonitoredCustomer,
  type MovedRow,
} from "@wattle/db/monitored-history";
import { payerInText } from "../compliance/asked-names.ts";
import { openForm } from "../open-form.ts";
import { nameFitOf } from "../bank-lines/match/name-fit.ts";
import type { Services } from "../services.ts";
import type { CustomerHistory, KnownCountry, Move, Shared, Travel } from "./rules/history.ts";
import type { Worths } from "./worths.ts";

export type HistoryServices = Pick<
  Services,
  "addressCountries" | "clock" | "config" | "database" | "searchHashes" | "vault"
> & {
  readonly worths: Worths;
};

/** A part of a history that takes a look of its own. */
type Part = "moves" | "marks" | "payments" | "shared" | "countries" | "travel";

const PARTS: Readonly<Record<MonitoringRule, readonly Part[]>> = {
  structuring: ["moves"],
  in_and_out: ["moves"],
  new_and_large: ["moves"],
  woken: ["moves", "marks"],
  third_party: ["payments"],
  shared: ["shared"],
  velocity: ["moves"],
  country: ["countries"],
  travel_rule: ["moves", "travel"],
  round_trip: ["moves"],
};

/** Rules with their figures. */
export type RulesInUse = ReadonlyMap<MonitoringRule, RuleParameters>;

/** Most movements of a customer that are looked at, the newest. */
const MOST_MOVES = 5_000;
/** Rows of several customers that are read at once. Busy customers have more, who then are read a second time. */
const ROWS_AT_ONCE = 1_000;

const CASH = "post_billpay";

const DAY_HOURS = 24;

/** How far back rules look, in milliseconds. */
function reachOf(rules: RulesInUse): number {
  const days = [...rules].map(([rule, parameters]) => {
    const figures: RuleParameters = { ...RULE_DEFAULTS[rule], ...parameters };
    const { days: own = 0, age_days = 0, hours = 0 } = figures;
    return Math.max(own, age_days, hours / DAY_HOURS);
  });
  return (Math.max(0, ...days) + 2) * DAY_MILLISECONDS;
}

/** Movements of customers, each one's oldest first. Customers with many are read one by one. */
async function readMoves(
  { database: { read } }: Pick<HistoryServices, "database">,
  ids: readonly string[],
  since: number,
): Promise<MovedRow[]> {
  const from = BigInt(Math.max(0, since));
  const together = ids.length === 1 ? undefined : await listMoves(read, ids, from, ROWS_AT_ONCE);
  if (together !== undefined && together.length < ROWS_AT_ONCE) return together.reverse();
  const all: MovedRow[] = [];
  for (const id of ids) all.push(...(await listMoves(read, [id], from, MOST_MOVES)).reverse());
  return all;
}

/** A deposit that banks pay. Coins, and what was bought by card, come once. */
const isPaid = ({ transaction_type, credit_currency, debit_currency }: MovedRow): boolean =>
  transaction_type === "deposit" && credit_currency === debit_currency && isFiat(credit_currency);

/** When the oldest of the rows was made that are there without a gap. */
const firstMade = (rows: readonly MovedRow[], since: bigint): bigint =>
  rows.find(({ created_at }) => created_at >= since)?.created_at ?? since;

const isFiat = (code: string): boolean => currencyOf(code)?.kind !== "crypto";

/** A deposit counts when it is credited, anything else when it is made. */
const timeOf = ({ transaction_type, created_at, updated_at }: MovedRow): number =>
  transaction_type === "deposit" ? Number(updated_at) : Number(created_at);

function moveOfRow(worths: Worths, row: MovedRow, payees: ReadonlyMap<string, number>): Move {
  const { id, reference, credit, debit, credit_currency: given, debit_currency: got } = row;
  const at = timeOf(row);
  const own = { id, reference, at, currency: given, amount: credit, isFiat: isFiat(given) };
  const worth = worths.of(credit, given, at);
  switch (row.transaction_type) {
    case "exchange": {
      const gained = { currency: got, amount: debit, worth: worths.of(debit, got, at), isFiat: isFiat(got) };
      return { ...own, kind: "exchange", worth, got: gained };
    }
    case "withdraw": {
      const payee = row.bank_account_id ?? row.coin_payee_id ?? "";
      const since = payees.get(payee);
      return {
        ...own,
        kind: "withdrawal",
        worth,
        payee: since === undefined ? undefined : { id: payee, since },
      };
    }
    default: {
      const gained = { currency: got, amount: debit, worth: worths.of(debit, got, at), isFiat: isFiat(got) };
      const cash = row.payment_method === CASH;
      return { ...own, kind: "deposit", worth, cash, ...(got !== given && { got: gained }) };
    }
  }
}

/**
 * Movements of rows since a time, oldest first. Each payment of a deposit is one: the first keeps the deposit's name,
 * whatever comes later.
 */
const movesOf = (
  rows: readonly MovedRow[],
  credits: ReadonlyMap<string, readonly DepositCredit[]>,
  since: bigint,
  moveOf: (row: MovedRow, deposit: string) => Move,
): Move[] =>
  rows
    .flatMap((row) => {
      const own = credits.get(row.id);
      if (own === undefined) return [moveOf(row, row.id)];
      return own
        .map(({ entry_id, amount, created_at }, place) => ({
          ...row,
          id: place === 0 ? row.id : entry_id,
          credit: amount,
          debit: amount,
          updated_at: created_at,
        }))
        .map((payment) => moveOf(payment, row.id))
        .filter(({ at }) => at >= since);
    })
    .toSorted((one, other) => one.at - other.at);

const readCredits = (
  { database: { read } }: Pick<HistoryServices, "database">,
  rows: readonly MovedRow[],
): Promise<ReadonlyMap<string, readonly DepositCredit[]>> =>
  severalCreditsOf(
    read,
    rows.filter(isPaid).map(({ id }) => id),
  );

/** The days on which banks booked cash. Each line is one payment: it is taken by the first of its amount. */
async function readCashDays(
  { database: { read } }: Pick<HistoryServices, "database">,
  rows: readonly MovedRow[],
): Promise<(deposit: string, amount: bigint) => string | undefined> {
  const ids = rows.filter(({ payment_method }) => payment_method === CASH).map(({ id }) => id);
  const lines = ids.length === 0 ? [] : await listBookedDays(read, ids);
  const left = new Set(lines);
  return (deposit, amount) => {
    const line = [...left].find((each) => each.deposit === deposit && each.amount === amount);
    if (line !== undefined) left.delete(line);
    return line?.booked_on;
  };
}

async function sharedOf(services: HistoryServices, customer: MonitoredCustomer): Promise<Shared[]> {
  const { database, searchHashes, vault } = services;
  const wallets = (await listCoinPayees(database.read, customer.id)).flatMap((row) =>
    searchHashes.list("account_number", vault.open("coin_payees.address", row.id, row.address)),
  );
  const values = await listSharedValues(database.read, customer.id, wallets);
  return values.map(({ what, hash, total }) => ({ what, hash, customers: Number(total) }));
}

const plainName = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, " ");

/** Withdrawals of coins to providers that are not on the operator's list. */
function travelOf({ config, vault }: HistoryServices, rows: readonly MovedRow[]): Travel[] {
  const known = new Set(config.TRAVEL_PROVIDERS.map(plainName));
  return rows.flatMap((row) => {
    if (row.transaction_type !== "withdraw" || row.coin_payee_snapshot === null) return [];
    const text = vault.open("transactions.coin_payee_snapshot", row.id, row.coin_payee_snapshot);
    const { wallet, provider_name: provider } = JSON.parse(text) as CoinPayeeCopy;
    if (wallet !== "provider" || known.has(plainName(provider ?? ""))) return [];
    return [{ id: row.id, reference: row.reference, at: Number(row.created_at), lacks: "provider" as const }];
  });
}

const byCustomer = <Row extends { user_id: string }>(rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ user_id }) => user_id);

/** Coins of which the travel rule lacks something. @param moved their movements */
async function readTravel(
  services: HistoryServices,
  ids: readonly string[],
  since: bigint,
  moved: ReadonlyMap<string, readonly MovedRow[]>,
): Promise<ReadonlyMap<string, Travel[]>> {
  const unnamed = byCustomer(await listUnnamed(services.database.read, ids, since));
  const lacks = "sender" as const;
  return new Map(
    ids.map((user) => [
      user,
      [
        ...travelOf(services, moved.get(user) ?? []),
        ...(unnamed.get(user) ?? []).map(({ id, reference, created_at }) => ({
          id,
          reference,
          at: Number(created_at),
          lacks,
        })),
      ],
    ]),
  );
}

/** Countries that customers logged in from, as far as `GEOIP_DB` knows them. */
async function readLoginCountries(
  { addressCountries, database }: HistoryServices,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (addressCountries === undefined) return new Map();
  const addresses = byCustomer(await listLoginAddresses(database.read, ids));
  return new Map(
    [...addresses].map(([user, rows]) => [
      user,
      new Set(rows.flatMap(({ ip }) => addressCountries(ip) ?? [])),
    ]),
  );
}

type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number];

/** Payments with the name of a payer. One that is only in a text counts if it surely is someone else. */
const paymentsOf = (
  customer: MonitoredCustomer,
  rows: readonly PaymentRow[] = [],
): CustomerHistory["payments"] =>
  rows.flatMap(({ payer, text, settled_at, reference }) => {
    const at = Number(settled_at);
    if (payer !== null)
      return [{ reference, at, payer, fits: nameFitOf(payer, text)(customer) !== "differs" }];
    const own = [customer.first_name, customer.last_name];
    const other = payerInText(text, { reference, own });
    return other?.isOther === true ? [{ reference, at, payer: other.name, fits: false }] : [];
  });

/** Worth of all that a customer owns now, set aside or not. */
async function ownedBy({ database: { read }, clock, worths }: HistoryServices, id: string): Promise<bigint> {
  const all = [...(await balancesOf(read, id)), ...(await heldBalancesOf(read, id))];
  const now = clock.now();
  await worths.prepare(
    all.map(([code]) => code),
    now - DAY_MILLISECONDS,
  );
  return all.reduce((sum, [code, units]) => sum + worths.of(units, code, now), 0n);
}

/** Histories of customers, as far as some rules look at them, from a time on. */
export async function readHistories(
  services: HistoryServices,
  rules: RulesInUse,
  customers: readonly MonitoredCustomer[],
  from: number,
): Promise<CustomerHistory[]> {
  const { database, vault, worths } = services;
  const { read } = database;
  const ids = customers.map(({ id }) => id);
  if (ids.length === 0) return [];
  const parts = new Set([...rules.keys()].flatMap((rule) => PARTS[rule]));
  const since = from - reachOf(rules);
  const sinceTime = BigInt(Math.max(0, since));
  const rows = parts.has("moves") ? await readMoves(services, ids, since) : [];
  await worths.prepare(
    rows.flatMap(({ credit_currency, debit_currency }) => [credit_currency, debit_currency]),
    since,
  );
  const pays = rows.some(({ transaction_type }) => transaction_type === "withdraw");
  const payees = new Map(
    (pays ? await listPayees(read, ids) : []).map(({ id, created_at }) => [id, Number(created_at)]),
  );
  const moved = byCustomer(rows);
  const credits = await readCredits(services, rows);
  const cashDayOf = await readCashDays(services, rows);
  const marks = byCustomer(parts.has("marks") ? await listMarks(read, ids, sinceTime) : []);
  const payments = byCustomer(parts.has("payments") ? await listPayments(read, ids, sinceTime) : []);
  const travel = parts.has("travel") ? await readTravel(services, ids, sinceTime, moved) : undefined;
  const logins = parts.has("countries") ? await readLoginCountries(services, ids) : undefined;
  const banks = byCustomer(parts.has("countries") ? await listBankCountries(read, ids) : []);
  return Promise.all(
    customers.map(async (customer): Promise<CustomerHistory> => {
      const { id } = customer;
      const own = moved.get(id) ?? [];
      const form = openForm(vault, id, customer.form);
      const timesOf = (kind: string): number[] =>
        (marks.get(id) ?? [])
          .filter((mark) => mark.kind === kind)
          .map(({ created_at }) => Number(created_at));
      const known = (of: KnownCountry["of"], code: string | undefined): KnownCountry[] =>
        code === undefined ? [] : [{ of, code }];
      return {
        id,
        createdAt: Number(customer.created_at),
        birthDate: form.date_of_birth,
        expectedMonthly: mostMonthly(form.about),
        owned: pays && rules.has("in_and_out") ? await ownedBy(services, id) : undefined,
        moves: movesOf(own, credits, sinceTime, (row, deposit) => ({
          ...moveOfRow(worths, row, payees),
          ...(row.payment_method === CASH && { cashOn: cashDayOf(deposit, row.credit) }),
        })),
        hasEarlier: own.length >= MOST_MOVES,
        boughtBefore:
          rules.has("round_trip") && pays && (await boughtBefore(read, id, firstMade(own, sinceTime))),
        payees: timesOf("payee"),
        devices: timesOf("device"),
        payments: paymentsOf(customer, payments.get(id)),
        shared: parts.has("shared") ? await sharedOf(services, customer) : [],
        countries: [
          ...known("residence", form.address_country),
          ...known("document", form.document_country),
          ...(banks.get(id) ?? []).map(({ country: code }) => ({ of: "bank" as const, code })),
          ...[...(logins?.get(id) ?? [])].flatMap((code) => known("login", code)),
        ],
        travel: travel?.get(id) ?? [],
      };
    }),
  );
}
