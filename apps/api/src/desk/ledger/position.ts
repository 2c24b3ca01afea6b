import { powerOfTen } from "@wattle/exchange-core/power-of-ten";
import { divideUp } from "@wattle/exchange-core/decimal";
import { formatAmount, parseAmount, toAmount } from "@wattle/exchange-core/amount";
import { formatRate, parseRate, type Rate } from "@wattle/exchange-core/rate";
import { pieceOf } from "@wattle/contracts/cursor";
import { DomainError } from "@wattle/contracts/errors";
import { currencyOf, type MarketCurrency } from "@wattle/contracts/markets";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import {
  positionLimitsInput,
  positionRow,
  positionTrade,
  recordTradeInput,
  type PositionRow,
  type PositionTradeRecord,
  type positionTradesInput,
  type RecordTradeInput,
} from "@wattle/contracts/position";
import {
  listPositions,
  listTrades,
  recordTrade,
  savePositionLimits,
  type Position,
} from "@wattle/db/position";
import type { Reader } from "@wattle/db/database";
import type { PositionTrade } from "@wattle/db/tables";
import type { z } from "zod";
import { amountText } from "../../amount-text.ts";
import type { Operator } from "../../audit/record-act.ts";
import { isoTime } from "../../clock.ts";
import type { Services } from "../../services.ts";
import { claimAnswer, findAnswer } from "../../transactions/claim-answer.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { signedWorth } from "../parts/signed-worth.ts";
import { judge, judgePositions } from "./position-guard.ts";

type WorthServices = Pick<Services, "config" | "database" | "clock" | "rates">;

/** @param worth of the difference, as `signedWorth` has it */
function rowOf(
  { config }: Pick<Services, "config">,
  position: Position,
  worth: PositionRow["worth"],
): PositionRow {
  const { currency, owed, held, soft, hard } = position;
  const { difference, state } = judge(position);
  const limit = (units: bigint | null): string | null =>
    units === null ? null : amountText(units, currency);
  return {
    currency,
    owed: amountText(owed, currency),
    inventory: amountText(held, currency),
    difference: amountText(difference, currency),
    worth,
    worth_currency: config.brand.markets.homeCurrency,
    soft_limit: limit(soft),
    hard_limit: limit(hard),
    state,
  };
}

const worthOfPosition = (services: WorthServices, position: Position): Promise<string | null> =>
  signedWorth(services, judge(position).difference, position.currency);

/** Every coin of the installation, in the order of lists. */
export async function readPositions(services: WorthServices): Promise<PositionRow[]> {
  const rows: PositionRow[] = [];
  for (const position of await listPositions(services.database.read))
    rows.push(rowOf(services, position, await worthOfPosition(services, position)));
  return rows;
}

const tradeOf = (row: PositionTrade): PositionTradeRecord => ({
  id: row.id,
  side: row.side,
  currency: row.currency,
  amount: amountText(row.amount, row.currency),
  price: row.price,
  in: row.in_currency,
  total: amountText(row.total, row.in_currency),
  venue: row.venue,
  note: row.note,
  created_by: row.created_by,
  created_at: isoTime(row.created_at),
});

/** Trades with venues, newest first. */
export async function listTradeRecords(
  { database }: Pick<Services, "database">,
  { currency, venue, after, limit }: z.output<typeof positionTradesInput>,
): Promise<{ data: PositionTradeRecord[]; next: string | null }> {
  const { piece, next } = pieceOf(
    await listTrades(database.standby, { currency, venue, after, limit: limit + 1 }),
    limit,
  );
  return { data: piece.map(tradeOf), next };
}

/** Coins have eight decimals, fiat has two. */
const COIN_TO_FIAT = 6;

/** The total of a trade in hundredths: rounded up if the house pays, down if it is paid. */
function totalOf(side: "buy" | "sell", amount: bigint, price: Rate): bigint {
  const [numerator, denominator] = [amount * price.digits, powerOfTen(price.scale + COIN_TO_FIAT)];
  return side === "buy" ? divideUp(numerator, denominator) : numerator / denominator;
}

function required(code: string, field: string): MarketCurrency {
  const currency = currencyOf(code);
  if (currency === undefined) throw DomainError.at(field, "currency_inactive");
  return currency;
}

function tradeRow(
  { ids, clock }: Pick<Services, "ids" | "clock">,
  { id: operatorId }: Operator,
  input: RecordTradeInput,
): PositionTrade {
  const coin = required(input.currency, "currency");
  const [amount, price] = [parseAmount(input.amount, coin), parseRate(input.price)];
  if (!amount.ok || price === undefined) throw DomainError.at("amount", "validation_failed");
  const total = totalOf(input.side, amount.amount, price);
  if (amount.amount <= 0n || total <= 0n) {
    throw DomainError.at("amount", "amount_below_minimum", OWN_MESSAGES.notAboveZero);
  }
  return {
    id: ids.uuid(),
    side: input.side,
    currency: coin.code,
    amount: amount.amount,
    price: formatRate(price),
    in_currency: input.in,
    total,
    venue: input.venue,
    note: input.note ?? null,
    entry_id: ids.uuid(),
    created_by: operatorId,
    created_at: BigInt(clock.now()),
  };
}

/**
 * Moves coins and fiat in the books: those at the venue where the house trades by itself, or those at others. The plan throws `amount_below_minimum` if
 * the amount or its cost is nothing.
 */
export const recordVenueTrade = alone({
  title: "Record a trade with a venue",
  roles: ["finance"],
  moves: { what: "the operator's own coins and money", people: "one", why: "no customer's balance changes" },
  errors: ["amount_below_minimum", "idempotency_conflict"],
  input: recordTradeInput,
  output: positionTrade,
  plan: async (tx, { services, operator }, input) => {
    const row = tradeRow(services, operator, input);
    const answer = tradeOf(row);
    const request = {
      userId: operator.id,
      key: input.idempotency_key,
      payload: ["trade", row.side, row.currency, answer.amount, row.price, row.in_currency, row.venue],
    };
    const isKept = (await findAnswer(tx, request)) !== undefined;
    const at = row.venue.toLowerCase() === services.venue?.name ? "venue" : "inventory";
    const [amount, total] = [`${answer.amount} ${row.currency}`, `${answer.total} ${row.in_currency}`];
    return {
      subject: `a trade with ${row.venue}`,
      changes: isKept
        ? []
        : [
            {
              what: at === "venue" ? "At the venue" : "Inventory",
              before: "None",
              after: `${row.side} ${amount} for ${total}`,
            },
          ],
      log: isKept
        ? []
        : {
            action: "position.trade_recorded",
            subject: row.id,
            details: {
              side: row.side,
              amount,
              total,
              price: row.price,
              venue: row.venue,
              internal_note: row.note ?? undefined,
              entry: row.entry_id,
            },
          },
      run: async () => {
        const earlier = await claimAnswer(tx, request, answer, row.created_at);
        if (earlier === undefined) await recordTrade(tx, row, at);
        return earlier ?? answer;
      },
    };
  },
  after: ({ services }) => judgePositions(services),
});

/** @throws DomainError `not_found` */
async function positionOf(reader: Reader, code: string): Promise<Position> {
  const position = (await listPositions(reader)).find(({ currency }) => currency === code);
  if (position === undefined) throw new DomainError("not_found");
  return position;
}

/** Sets, or with null removes, the limits of a coin. The plan throws `validation_failed` if the soft one is above the hard one. */
export const setPositionLimits = alone({
  title: "Set position limits",
  roles: ["finance"],
  input: positionLimitsInput,
  output: positionRow,
  look: async (services, { currency }) => {
    required(currency, "currency");
    return worthOfPosition(services, await positionOf(services.database.read, currency));
  },
  plan: async (tx, { services, known: worth }, { currency: code, ...texts }) => {
    const currency = required(code, "currency");
    const unitsOf = (text: string | null | undefined): bigint | null => {
      const parsed = typeof text === "string" ? parseAmount(text, currency) : undefined;
      return parsed?.ok === true ? parsed.amount : null;
    };
    const [soft, hard] = [unitsOf(texts.soft), unitsOf(texts.hard)];
    if (soft !== null && hard !== null && soft > hard) {
      throw DomainError.at("soft", "validation_failed", OWN_MESSAGES.softAboveHard);
    }
    const before = await positionOf(tx, code);
    const texted = (units: bigint | null): string | null =>
      units === null ? null : formatAmount(toAmount(units, currency), currency);
    const from = { soft: texted(before.soft), hard: texted(before.hard) };
    const to = { soft: texted(soft), hard: texted(hard) };
    return {
      subject: `the position in ${code}`,
      changes: [
        { what: "Soft limit", before: from.soft ?? "None", after: to.soft ?? "None" },
        { what: "Hard limit", before: from.hard ?? "None", after: to.hard ?? "None" },
      ],
      log: { action: "position.limits_set", subject: code, details: { from, to } },
      run: async () => {
        await savePositionLimits(tx, { currency: code, soft, hard });
        return rowOf(services, await positionOf(tx, code), worth);
      },
    };
  },
  after: ({ services }) => judgePositions(services),
});
