import { addMonths, DAY_MILLISECONDS, localDay } from "@wattle/contracts/days";
import type { IdentityDraft } from "@wattle/contracts/identity";
import { MOST_MONTHLY } from "@wattle/contracts/identity-about";
import type { CustomerRating } from "@wattle/contracts/ratings";
import { findUserById, lockUser } from "@wattle/db/accounts";
import { listCases, openCaseOf } from "@wattle/db/cases";
import type { Reader, WriteTx } from "@wattle/db/database";
import { findIdentity } from "@wattle/db/identity";
import { findRisk, keepRisk, listAmounts, listDueReviews, newestRating } from "@wattle/db/ratings";
import type { CustomerRisk, User } from "@wattle/db/tables";
import { recordAct } from "../audit/record-act.ts";
import { worthOf } from "../audit/worth-of.ts";
import { sourceOfFundsMail } from "../mail/data-mails.ts";
import { queueMail, type Letter, type MailServices } from "../mail/queue-mail.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { holdWithdrawals, openCase } from "./open-case.ts";
import { rateByTable, REVIEW_YEARS } from "./rate-customer.ts";

export type RatingServices = MailServices & Pick<Services, "database" | "rates">;

/** Cases that a rating looks at. */
const MOST_CASES = 200;
const VOLUME_DAYS = 30;
const REVIEWS_AT_ONCE = 100;
const REVIEW_EVERY_MILLISECONDS = 3_600_000;
/** A withdrawal worth more waits for the source of funds, in hundredths of the home currency. */
const LARGEST_FREE = 100_000n;

/** The case by which a customer's review comes up. */
export const REVIEW = { kind: "monitoring", rule: "review" } as const;

/** Whether a withdrawal is too large to be made before the source of funds is known; also if no one knows its worth. */
export async function isLarge(
  services: Pick<RatingServices, "clock" | "config" | "database" | "rates">,
  units: bigint,
  code: string,
): Promise<boolean> {
  const worth = await worthOf(services, units, code);
  return typeof worth !== "bigint" || worth > LARGEST_FREE;
}

/** A customer's money, read before a transaction, as it takes prices. */
export interface RatedMoney {
  /** Worth of what was deposited lately, in hundredths of the home currency. */
  readonly deposited: bigint;
  /** Whether a large withdrawal waits. */
  readonly largeWaits: boolean;
}

export async function readMoney(services: RatingServices, userId: string): Promise<RatedMoney> {
  const { read } = services.database;
  const depositsSince = BigInt(services.clock.now() - VOLUME_DAYS * DAY_MILLISECONDS);
  let deposited = 0n;
  for (const { credit, credit_currency } of await listAmounts(read, userId, { depositsSince })) {
    const worth = await worthOf(services, credit, credit_currency);
    if (typeof worth === "bigint") deposited += worth;
  }
  const waiting = await listAmounts(read, userId, "waiting withdrawals");
  const large = await Promise.all(
    waiting.map(({ credit, credit_currency }) => isLarge(services, credit, credit_currency)),
  );
  return { deposited, largeWaits: large.includes(true) };
}

/** Deposits in percent of the most that was expected, rounded up. */
function volumeOf({ about }: IdentityDraft, deposited: bigint): bigint | undefined {
  const expected = about?.expected_monthly;
  const most = expected === undefined ? undefined : MOST_MONTHLY[expected];
  return most === undefined ? undefined : (deposited * 100n + most - 1n) / most;
}

/** A customer's rating: as compliance set it last, or else as the table says. */
export async function ratingOf(
  reader: Reader,
  { clock, config, vault }: Pick<Services, "clock" | "config" | "vault">,
  user: User,
  { deposited }: Pick<RatedMoney, "deposited">,
): Promise<CustomerRating> {
  const identity = await findIdentity(reader, user.id);
  const form: IdentityDraft =
    identity === undefined
      ? {}
      : (JSON.parse(vault.open("identities.form", user.id, identity.form)) as IdentityDraft);
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
  const set = await newestRating(reader, user.id);
  const rating = set?.rating ?? table.rating;
  const reviewed = cases.find(({ rule, closed_at }) => rule === REVIEW.rule && closed_at !== null)?.closed_at;
  const looked = [identity?.decided_at, set?.set_at, reviewed].filter((at) => at != null);
  const since = looked.reduce((latest, at) => (at > latest ? at : latest), user.created_at);
  return {
    rating,
    reasons:
      set === undefined
        ? [...table.reasons]
        : [vault.open("customer_ratings.note", set.id, set.note), ...table.reasons],
    set_by: set?.set_by ?? null,
    review_on: addMonths(dayOf(since), 12 * REVIEW_YEARS[rating]),
  };
}

/** The email that asks for the source of funds. Others don't see at the desk that there is one. */
export const fundsLetter = ({ config }: Pick<RatingServices, "config">, user: User): Letter => ({
  to: user.email,
  confidential: true,
  mail: sourceOfFundsMail(user.first_name, `${config.APP_ORIGIN}/support`),
});

/** Whether a rating is what the source of funds is asked for. It is asked once. */
export const asksForFunds = ({ rating }: Pick<CustomerRating, "rating">, before: CustomerRisk | undefined) =>
  rating === "high" && (before?.funds_asked_at ?? null) === null;

/**
 * Keeps a rating as the one that counts. The first high one holds large withdrawals back from now on, and all of them if a large one is
 * waiting. The caller sends the email, and has locked the customer's row.
 */
export async function keepAsRisk(
  tx: WriteTx,
  services: MailServices,
  { id: user_id }: Pick<User, "id">,
  { rating, largeWaits }: { readonly rating: CustomerRating; readonly largeWaits: boolean },
): Promise<void> {
  const before = await findRisk(tx, user_id);
  const row = {
    user_id,
    rating: rating.rating,
    review_on: rating.review_on,
    funds_asked_at: before?.funds_asked_at ?? null,
    funds_settled_at: before?.funds_settled_at ?? null,
    holds: before?.holds ?? 0n,
  };
  if (!asksForFunds(rating, before)) return keepRisk(tx, row);
  await keepRisk(tx, {
    ...row,
    funds_asked_at: BigInt(services.clock.now()),
    holds: largeWaits ? 1n : 0n,
  });
  if (largeWaits) await holdWithdrawals(tx, services, user_id);
  await recordAct(tx, services, { id: "system" }, { action: "customer.funds_asked", subject: user_id });
  return undefined;
}

/** Whether a rating is news, or its review is due and has no case yet. */
async function isNews(
  reader: Reader,
  userId: string,
  { rating, review_on }: CustomerRating,
  today: string,
): Promise<boolean> {
  const before = await findRisk(reader, userId);
  if (before?.rating !== rating || before.review_on !== review_on) return true;
  return review_on <= today && (await openCaseOf(reader, userId, REVIEW)) === undefined;
}

/** Rates a customer again: a review that is due opens a case, and the first high rating asks for the source of funds. */
export async function keepRating(services: RatingServices, userId: string): Promise<void> {
  const { clock, config, database } = services;
  const today = localDay(BigInt(clock.now()), config.TIME_ZONE);
  const money = await readMoney(services, userId);
  const rated = async (reader: Reader, user: User | undefined): Promise<CustomerRating | undefined> => {
    if (user?.status !== "verified" && user?.status !== "pending") return undefined;
    const rating = await ratingOf(reader, services, user, money);
    return (await isNews(reader, userId, rating, today)) ? rating : undefined;
  };
  if ((await rated(database.read, await findUserById(database.read, userId))) === undefined) return;
  await database.write(async (tx) => {
    const user = await lockUser(tx, userId);
    const rating = await rated(tx, user);
    if (user === undefined || rating === undefined) return;
    const asks = asksForFunds(rating, await findRisk(tx, userId));
    await keepAsRisk(tx, services, user, { rating, largeWaits: money.largeWaits });
    if (asks) await queueMail(tx, services, fundsLetter(services, user));
    if (rating.review_on <= today)
      await openCase(tx, services, { ...REVIEW, customer: userId, holds: false });
  });
}

/** Opens a case for each review that is due. */
export async function openDueReviews(services: RatingServices): Promise<void> {
  const { clock, config, database } = services;
  const today = localDay(BigInt(clock.now()), config.TIME_ZONE);
  let after = "";
  for (;;) {
    const due = await listDueReviews(database.read, today, { after, limit: REVIEWS_AT_ONCE });
    for (const id of due) await keepRating(services, id);
    if (due.length < REVIEWS_AT_ONCE) return;
    after = due.at(-1) ?? "";
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
