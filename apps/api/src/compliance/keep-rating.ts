import { addMonths, DAY_MILLISECONDS, localDay } from "@wattle/contracts/days";
import type { IdentityDraft } from "@wattle/contracts/identity";
import { mostMonthly } from "@wattle/contracts/identity-about";
import { RATINGS } from "@wattle/contracts/choices";
import type { CustomerRating, Rating } from "@wattle/contracts/ratings";
import { findUserById, lockUser } from "@wattle/db/accounts";
import { listPendingOf } from "@wattle/db/approvals";
import { listCases, openCaseOf } from "@wattle/db/cases";
import type { Reader, WriteTx } from "@wattle/db/database";
import { severalCreditsOf, type DepositCredit } from "@wattle/db/deposit-credits";
import { findIdentity } from "@wattle/db/identity";
import { findRisk, keepRisk, listAmounts, listRated, newestRating } from "@wattle/db/ratings";
import type { CaseRow, CustomerRisk, User } from "@wattle/db/tables";
import { openForm } from "../open-form.ts";
import { logOf, recordAct } from "../audit/record-act.ts";
import type { MovedWorth } from "../audit/people-needed.ts";
import { worthOf } from "../audit/worth-of.ts";
import { sourceOfFundsMail } from "../mail/data-mails.ts";
import { queueMail, type Letter, type MailServices } from "../mail/queue-mail.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { closeAnswered } from "./close-case.ts";
import { openCase } from "./open-case.ts";
import { rateByTable, REVIEW_YEARS } from "./rate-customer.ts";

export type RatingServices = MailServices & Pick<Services, "database" | "rates">;

/** Cases that a rating looks at. */
const MOST_CASES = 200;
const VOLUME_DAYS = 30;
const CUSTOMERS_AT_ONCE = 500;
const REVIEW_EVERY_MILLISECONDS = 3_600_000;
/** Withdrawals worth more together wait for the source of funds, in hundredths of the home currency. */
export const LARGEST_FREE = 100_000n;

/** The case by which a customer's review comes up. */
const REVIEW = { kind: "monitoring", rule: "review" } as const;
/**
 * The case that is open as long as a customer is asked for the source of funds. Large withdrawals are refused until
 * it is closed.
 */
const FUNDS = { kind: "monitoring", rule: "source_of_funds" } as const;

/** The open case about a customer's source of funds: it was asked for when that began, and no one has decided on the answer. */
export const findFundsCase = (reader: Reader, userId: string): Promise<CaseRow | undefined> =>
  openCaseOf(reader, userId, FUNDS);

/** Open cases that the next rating by compliance closes. */
export async function casesAnswered(reader: Reader, userId: string): Promise<CaseRow[]> {
  const cases = [await openCaseOf(reader, userId, REVIEW), await findFundsCase(reader, userId)];
  return cases.filter((row) => row !== undefined);
}

/**
 * Whether withdrawals are too large together to be made before the source of funds is known; also if no one knows the
 * worth of one.
 */
export function isLarge(worths: readonly MovedWorth[]): boolean {
  let sum = 0n;
  for (const worth of worths) {
    if (typeof worth !== "bigint") return true;
    sum += worth;
  }
  return sum > LARGEST_FREE;
}

/** A customer's money, read before a transaction, as it takes prices. */
export interface RatedMoney {
  /** Worth of what was deposited lately, in hundredths of the home currency. */
  readonly deposited: bigint;
  /** Withdrawals that wait, by identifier, and whether each is large. */
  readonly waiting: ReadonlyMap<string, boolean>;
}

/** The part of a deposit that was paid since a time, less what the bank took back since. */
function creditSince(since: bigint, credit: bigint, payments: readonly DepositCredit[] | undefined): bigint {
  if (payments === undefined) return credit;
  const paid = payments
    .filter(({ created_at }) => created_at >= since)
    .reduce((sum, { amount }) => sum + amount, 0n);
  return paid < credit ? paid : credit;
}

export async function readMoney(services: RatingServices, userId: string): Promise<RatedMoney> {
  const { read } = services.database;
  const depositsSince = BigInt(services.clock.now() - VOLUME_DAYS * DAY_MILLISECONDS);
  let deposited = 0n;
  const deposits = await listAmounts(read, userId, { depositsSince });
  const payments = await severalCreditsOf(
    read,
    deposits.map(({ id }) => id),
  );
  for (const { id, credit, credit_currency } of deposits) {
    const worth = await worthOf(
      services,
      creditSince(depositsSince, credit, payments.get(id)),
      credit_currency,
    );
    if (typeof worth === "bigint") deposited += worth;
  }
  const waiting = new Map<string, boolean>();
  for (const { id, credit, credit_currency } of await listAmounts(read, userId, "waiting withdrawals"))
    waiting.set(id, isLarge([await worthOf(services, credit, credit_currency)]));
  return { deposited, waiting };
}

/** Whether a large withdrawal waits. One that came after the money was read counts as large. */
async function largeWaits(tx: WriteTx, userId: string, { waiting }: RatedMoney): Promise<boolean> {
  const now = await listAmounts(tx, userId, "waiting withdrawals");
  return now.some(({ id }) => waiting.get(id) ?? true);
}

/** Deposits in percent of the most that was expected, rounded up. */
function volumeOf({ about }: IdentityDraft, deposited: bigint): bigint | undefined {
  const most = mostMonthly(about);
  return most === undefined ? undefined : (deposited * 100n + most - 1n) / most;
}

const isAbove = (one: Rating, other: Rating): boolean => RATINGS.indexOf(one) > RATINGS.indexOf(other);

interface Assessment {
  /** The rating that counts: as compliance set it last, or else as the table says. */
  readonly rating: CustomerRating;
  /** The table's. */
  readonly table: ReturnType<typeof rateByTable>;
}

/**
 * How risky a customer is. A set rating counts until the table's rises above what it was at that time, or a case is
 * closed as reported. Then the higher of the two counts.
 */
export async function assess(
  reader: Reader,
  { clock, config, vault }: Pick<Services, "clock" | "config" | "vault">,
  user: User,
  { deposited }: Pick<RatedMoney, "deposited">,
): Promise<Assessment> {
  const identity = await findIdentity(reader, user.id);
  const form = openForm(vault, user.id, identity?.form);
  const now = BigInt(clock.now());
  const cases = await listCases(reader, { customer: user.id, now, limit: MOST_CASES });
  const dayOf = (at: bigint): string => localDay(at, config.TIME_ZONE);
  const countries = [form.address_country ?? user.default_country, form.document_country];
  const table = rateByTable({
    countries: countries.filter((code) => code !== undefined),
    birthDate: form.date_of_birth,
    today: dayOf(now),
    about: form.about,
    volume: volumeOf(form, deposited),
    screenings: cases.filter(({ kind }) => kind === "screening").map(({ outcome }) => outcome),
    reports: cases.filter(({ kind, outcome }) => kind === "monitoring" && outcome === "reported").length,
  });
  const newest = await newestRating(reader, user.id);
  const isOvertaken =
    newest !== undefined &&
    isAbove(table.rating, newest.rating) &&
    (isAbove(table.rating, newest.table_rating) ||
      cases.some(
        ({ outcome, closed_at }) => outcome === "reported" && closed_at !== null && closed_at > newest.set_at,
      ));
  const set = isOvertaken ? undefined : newest;
  const rating = set?.rating ?? table.rating;
  const reviewed = cases.find(({ rule, closed_at }) => rule === REVIEW.rule && closed_at !== null)?.closed_at;
  const looked = [identity?.decided_at, newest?.set_at, reviewed].filter((at) => at != null);
  const since = looked.reduce((latest, at) => (at > latest ? at : latest), user.created_at);
  return {
    table,
    rating: {
      rating,
      reasons:
        set === undefined
          ? [...table.reasons]
          : [vault.open("customer_ratings.note", set.id, set.note), ...table.reasons],
      set_by: set?.set_by ?? null,
      review_on: addMonths(dayOf(since), 12 * REVIEW_YEARS[rating]),
    },
  };
}

/** The email that asks for the source of funds. Others don't see at the desk that there is one. */
export const fundsLetter = ({ config }: Pick<RatingServices, "config">, user: User): Letter => ({
  to: user.email,
  confidential: true,
  mail: sourceOfFundsMail(user.first_name, `${config.APP_ORIGIN}/support`),
});

/** Whether the source of funds is asked for if a rating counts. It is asked once. */
export const asksForFunds = ({ rating }: Pick<CustomerRating, "rating">, before: CustomerRisk | undefined) =>
  rating === "high" && (before?.funds_asked_at ?? null) === null;

interface Kept {
  readonly rating: CustomerRating;
  /** Whether the customer is asked for the source of funds. */
  readonly asks: boolean;
  /** Whether the reason for asking went before an answer: another one asks again. */
  readonly settled?: boolean;
  readonly money: RatedMoney;
}

/**
 * Keeps a rating as the one that counts. If the customer is asked for the source of funds, a case opens that holds
 * large withdrawals back, and all of them if a large one is waiting. The caller sends the email, and has locked the
 * customer's row.
 */
export async function keepAsRisk(
  tx: WriteTx,
  services: MailServices,
  { id: user_id }: Pick<User, "id">,
  { rating: { rating, review_on }, asks, settled = false, money }: Kept,
): Promise<void> {
  const before = await findRisk(tx, user_id);
  const asked = settled ? null : (before?.funds_asked_at ?? null);
  const funds_asked_at = asks ? BigInt(services.clock.now()) : asked;
  await keepRisk(tx, { user_id, rating, review_on, funds_asked_at });
  if (!asks) return;
  await openCase(tx, services, {
    ...FUNDS,
    customer: user_id,
    holds: await largeWaits(tx, user_id, money),
  });
  await recordAct(tx, services, { id: "system" }, { action: "customer.funds_asked", subject: user_id });
}

/**
 * The case about the source of funds, if the reason has gone and no two people decide about one of the customer's
 * cases.
 */
async function needlessFundsCase(
  reader: Reader,
  { clock }: Pick<Services, "clock">,
  userId: string,
  { rating }: CustomerRating,
): Promise<CaseRow | undefined> {
  const found = rating === "high" ? undefined : await findFundsCase(reader, userId);
  if (found === undefined) return undefined;
  const pending = await listPendingOf(reader, "ops.cases.close", BigInt(clock.now()));
  return pending.some(({ customer_id }) => customer_id === userId) ? undefined : found;
}

interface News {
  readonly rating: CustomerRating;
  readonly asks: boolean;
  /** Whether a review is due that has no case yet. */
  readonly reviews: boolean;
  /** The case about the source of funds, if its reason has gone. */
  readonly needless: CaseRow | undefined;
}

/** Changes that follow from a rating by the table; undefined if there are none. */
async function findNews(
  reader: Reader,
  services: RatingServices,
  user: User | undefined,
  money: RatedMoney,
): Promise<News | undefined> {
  if (user?.status !== "verified" && user?.status !== "pending") return undefined;
  const today = localDay(BigInt(services.clock.now()), services.config.TIME_ZONE);
  const { rating, table } = await assess(reader, services, user, money);
  const before = await findRisk(reader, user.id);
  const asks = table.asks && user.status === "verified" && asksForFunds(rating, before);
  const reviews = rating.review_on <= today && (await openCaseOf(reader, user.id, REVIEW)) === undefined;
  const needless = await needlessFundsCase(reader, services, user.id, rating);
  const isNew = before?.rating !== rating.rating || before.review_on !== rating.review_on;
  return isNew || asks || reviews || needless !== undefined ? { rating, asks, reviews, needless } : undefined;
}

/**
 * Rates a customer again. A review that is due opens a case. The first high rating asks a verified customer for the
 * source of funds, unless only a hit or a report is the reason; and a question without a reason ends.
 */
export async function keepRating(services: RatingServices, userId: string): Promise<void> {
  const { database } = services;
  const money = await readMoney(services, userId);
  const seen = await findUserById(database.read, userId);
  if ((await findNews(database.read, services, seen, money)) === undefined) return;
  await database.write(async (tx) => {
    const user = await lockUser(tx, userId);
    const news = await findNews(tx, services, user, money);
    if (user === undefined || news === undefined) return;
    const operator = { id: "system" };
    if (news.needless !== undefined)
      await closeAnswered(tx, services, news.needless, { operator, log: logOf(tx, services, operator) });
    await keepAsRisk(tx, services, user, { ...news, settled: news.needless !== undefined, money });
    if (news.asks) await queueMail(tx, services, fundsLetter(services, user));
    if (news.reviews) await openCase(tx, services, { ...REVIEW, customer: userId, holds: false });
  });
}

/**
 * Rates customers again whose review is due, who have no rating yet, or whose rating is high: its reason may go with
 * time. One who can't be rated keeps no other from it.
 */
export async function openDueReviews(services: RatingServices & Pick<Services, "log">): Promise<void> {
  const { clock, config, database, log } = services;
  const today = localDay(BigInt(clock.now()), config.TIME_ZONE);
  for (let after: string | undefined = ""; after !== undefined;) {
    const rows: Awaited<ReturnType<typeof listRated>> = await listRated(database.read, {
      after,
      limit: CUSTOMERS_AT_ONCE,
    });
    for (const { id, rating, review_on } of rows)
      if (review_on === null || review_on <= today || rating === "high")
        await keepRating(services, id).catch(() =>
          log.error({ user_id: id }, "a customer could not be rated"),
        );
    after = rows.at(-1)?.id;
  }
}

/** Looks for due reviews, at once and then every hour. @returns what stops it */
export const startReviews = (
  services: RatingServices & Pick<Services, "log">,
  timer?: StartTimer,
): (() => Promise<void>) =>
  startSweep(
    services,
    () => openDueReviews(services),
    "reviews could not be opened",
    timer,
    REVIEW_EVERY_MILLISECONDS,
  );
