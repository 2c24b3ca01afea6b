import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { cleanTypedAmount, parseAmount } from "@wattle/exchange-core/amount";
import type { HistoryInput, HistoryPage, HistoryWalk, HistoryWalkInput } from "@wattle/contracts/history";
import { SEARCH_LIMIT } from "@wattle/contracts/history-rules";
import { metaOf } from "@wattle/contracts/paging";
import { DomainError } from "@wattle/contracts/errors";
import type { AnyReader } from "@wattle/db/database";
import type { Transaction } from "@wattle/db/tables";
import {
  countMatching,
  listTransactions,
  searchTransactions,
  walkTransactions,
  type HistoryFilter,
  type HistoryPosition,
  type HistorySearch,
} from "@wattle/db/history";
import { readReferencePrefix } from "../reference.ts";
import type { Services } from "../services.ts";
import { transactionOfRow } from "../transactions/transaction-of-row.ts";

/** First moment of a day, or the moment itself. */
const startOf = (text: string): bigint => BigInt(Date.parse(text));

/** Last moment of a day, or the moment itself. */
const endOf = (text: string): bigint =>
  BigInt(Date.parse(text) + (text.includes("T") ? 0 : DAY_MILLISECONDS - 1));

function filterOf({
  type,
  status,
  from,
  to,
  currency,
  updated_since: updatedSince,
}: HistoryWalkInput): HistoryFilter {
  return {
    ...(type !== undefined && { type }),
    ...(status !== undefined && { status }),
    ...(from !== undefined && { from: startOf(from) }),
    ...(to !== undefined && { to: endOf(to) }),
    ...(currency !== undefined && { currency }),
    ...(updatedSince !== undefined && { updatedSince: startOf(updatedSince) }),
  };
}

/**
 * Possible meanings of a searched text: the beginning of a reference, an amount in any of the currencies in which it is
 * one (`1,500`, `AUD 20`, `0.025`), or both.
 */
async function searchOf(services: Pick<Services, "markets">, text: string): Promise<HistorySearch> {
  const { currencies } = await services.markets();
  const amounts = currencies.flatMap((currency) => {
    if (!currency.active) return [];
    const cleaned = cleanTypedAmount(text, [currency]);
    const parsed = cleaned.ok ? parseAmount(cleaned.text.replace(/\.$/, ""), currency) : undefined;
    return parsed?.ok === true ? [{ currency: currency.code, units: parsed.amount }] : [];
  });
  return { referencePrefix: readReferencePrefix(text), amounts };
}

/** The search, if there is one. */
function searchedText({ search }: HistoryWalkInput): string | undefined {
  const text = search?.trim();
  return text === "" ? undefined : text;
}

/** Value of `after` to go on behind a row. */
const positionText = ({ created_at, id }: Pick<Transaction, "created_at" | "id">): string =>
  `${created_at}.${id}`;

/** The rows after a position, of which there is no page number. */
async function listAfter(
  reader: AnyReader,
  userId: string,
  { page, per_page, ...input }: HistoryInput,
  after: string,
): Promise<HistoryPage> {
  if (searchedText(input) !== undefined || page !== 1) throw DomainError.at("after", "validation_failed");
  const filter = filterOf(input);
  // One more than is shown, to see whether it goes on.
  const found = await walkTransactions(reader, userId, filter, positionOf(after), per_page + 1);
  const rows = found.slice(0, per_page);
  const last = found.length > per_page ? rows.at(-1) : undefined;
  return {
    data: rows.map(transactionOfRow),
    meta: metaOf(1, per_page, await countMatching(reader, userId, filter)),
    next: last === undefined ? null : positionText(last),
  };
}

/**
 * The customer's own history, newest first; with a search only what matches it.
 * @throws DomainError `validation_failed` if `after` is no position, or comes with a page or a search
 */
export async function listHistory(
  services: Pick<Services, "database" | "markets">,
  userId: string,
  input: HistoryInput,
): Promise<HistoryPage> {
  const { standby } = services.database;
  if (input.after !== undefined) return listAfter(standby, userId, input, input.after);
  const page = { ...filterOf(input), page: input.page, perPage: input.per_page };
  const text = searchedText(input);
  const { rows, total } =
    text === undefined
      ? await listTransactions(standby, userId, page)
      : await searchTransactions(standby, userId, await searchOf(services, text), page, SEARCH_LIMIT);
  const last = text === undefined && input.page * input.per_page < total ? rows.at(-1) : undefined;
  return {
    data: rows.map(transactionOfRow),
    meta: metaOf(input.page, input.per_page, total),
    next: last === undefined ? null : positionText(last),
  };
}

const WALK_STEP = 200;
const POSITION = /^(\d{1,16})\.(.{1,64})$/;

function positionOf(text: string): HistoryPosition {
  const [, createdAt, id] = POSITION.exec(text) ?? [];
  if (createdAt === undefined || id === undefined) throw DomainError.at("after", "validation_failed");
  return { createdAt: BigInt(createdAt), id };
}

/**
 * The next piece of a walk through the customer's own history, newest first. The result of a search is one piece.
 * @throws DomainError `validation_failed` if `after` is no position of this walk
 */
export async function walkHistory(
  services: Pick<Services, "database" | "markets">,
  userId: string,
  input: HistoryWalkInput,
): Promise<HistoryWalk> {
  const { standby } = services.database;
  const { after } = input;
  const text = searchedText(input);
  if (text !== undefined) {
    if (after !== undefined) throw DomainError.at("after", "validation_failed");
    const page = { ...filterOf(input), page: 1, perPage: SEARCH_LIMIT };
    const { rows } = await searchTransactions(
      standby,
      userId,
      await searchOf(services, text),
      page,
      SEARCH_LIMIT,
    );
    return { data: rows.map(transactionOfRow), next: null };
  }
  const rows = await walkTransactions(
    standby,
    userId,
    filterOf(input),
    after === undefined ? undefined : positionOf(after),
    WALK_STEP,
  );
  const last = rows.length === WALK_STEP ? rows.at(-1) : undefined;
  return {
    data: rows.map(transactionOfRow),
    next: last === undefined ? null : positionText(last),
  };
}
