import { DomainError } from "@wattle/contracts/errors";
import { currencyOf } from "@wattle/contracts/markets";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import {
  setSwitchInput,
  switchRecord,
  SWITCHES,
  type SetSwitchInput,
  type SwitchRecord,
} from "@wattle/contracts/switches";
import { keepBelievedPrice, listBelievedPrices } from "@wattle/db/believed-prices";
import type { WriteTx } from "@wattle/db/database";
import { findSwitch, holdSwitch, listSwitches, saveSwitch } from "@wattle/db/switches";
import type { SwitchRow } from "@wattle/db/tables";
import { formatRate, parseRate } from "@wattle/exchange-core/rate";
import type { MarketPrice } from "@wattle/exchange-core/spread";
import { isoTime } from "../../clock.ts";
import { tellOperator } from "../../events/tell-operator.ts";
import { believedPriceOf, type BelievedPrice } from "../../prices/believed-prices.ts";
import { isPriceAway, LARGEST_MOVE_PERCENT } from "../../prices/price-guard.ts";
import type { Services } from "../../services.ts";
import { switchOfPair, SYSTEM } from "../../switches/switches.ts";
import type { ReviewedAct } from "../approvals/act.ts";

const recordOf = (row: SwitchRow): SwitchRecord => ({
  what: row.what,
  paused: row.paused === 1n,
  message: row.message,
  reason: row.reason,
  set_by: row.set_by,
  set_at: isoTime(row.set_at),
});

const neverSet = (what: string): SwitchRecord => ({
  what,
  paused: false,
  message: null,
  reason: null,
  set_by: null,
  set_at: null,
});

/**
 * Everything that can be paused as a whole, and every market or side that was ever paused, as the database has it now.
 */
export async function listAllSwitches({ database }: Pick<Services, "database">): Promise<SwitchRecord[]> {
  const rows = new Map((await listSwitches(database.read)).map((row) => [row.what, recordOf(row)]));
  const whole = SWITCHES.map((what) => rows.get(what) ?? neverSet(what));
  const names = new Set<string>(SWITCHES);
  return [...whole, ...[...rows.values()].filter(({ what }) => !names.has(what))];
}

/**
 * The names of coins are known to be coins. `pair:AUD/BTC` is the market `pair:BTC/AUD`.
 * @throws DomainError `validation_failed` if there is no such market
 */
function known(what: string): string {
  const coin = /^(?:buy|sell):(.+)$/.exec(what)?.[1];
  if (coin !== undefined && currencyOf(coin)?.kind !== "crypto") {
    throw DomainError.at("what", "validation_failed", OWN_MESSAGES.addCurrencyFirst);
  }
  const [, a, b] = /^pair:([^/]+)\/(.+)$/.exec(what) ?? [];
  if (a === undefined || b === undefined) return what;
  const kinds = [a, b].map((code) => currencyOf(code)?.kind);
  if (kinds.includes(undefined)) {
    throw DomainError.at("what", "validation_failed", OWN_MESSAGES.addCurrencyFirst);
  }
  if (kinds[0] === kinds[1]) throw DomainError.at("what", "validation_failed", OWN_MESSAGES.pairOfTwoKinds);
  return switchOfPair(a, b);
}

/** The price with which a pair starts again: the named one, and the last one of a source. */
interface NamedPrice {
  readonly text: string;
  readonly price: MarketPrice;
  readonly before: MarketPrice | undefined;
  readonly isFar: boolean;
}

/** The price before the first named one. Naming prices in small steps leads no further than naming one. */
const believedBefore = (prices: readonly BelievedPrice[]): BelievedPrice | undefined =>
  prices.findLast(({ isNamed }) => !isNamed) ?? prices[0];

/** @throws DomainError at `price` for what is no price, or is no market's that goes on */
async function namedPriceOf(
  tx: WriteTx,
  what: string,
  { paused, price: text }: SetSwitchInput,
): Promise<NamedPrice | undefined> {
  if (text === undefined) return undefined;
  const rate = parseRate(text);
  if (rate === undefined || paused || !what.startsWith("pair:"))
    throw DomainError.at("price", "validation_failed", OWN_MESSAGES.priceOfResumed);
  const price = { bid: rate, ask: rate };
  const all = await listBelievedPrices(tx, what, 0n);
  const before = believedBefore(all.map(believedPriceOf))?.price;
  const isFar = before !== undefined && isPriceAway(price, before, LARGEST_MOVE_PERCENT);
  return { text, price, before, isFar };
}

/** Why one person is not enough to say what a coin is worth. */
const FAR = `The price is over ${LARGEST_MOVE_PERCENT}% from the last trusted one.`;

const priceText = (price: MarketPrice | undefined): string =>
  price === undefined ? "None" : formatRate(price.bid);

const stateOf = (row: SwitchRow | undefined): string => (row?.paused === 1n ? "Paused" : "On");

/**
 * Whether a row already matches the request. A pause by the system becomes staff's own pause, which the system does not
 * end.
 */
const isSame = (row: SwitchRow | undefined, { paused, message }: SwitchRow): boolean =>
  (row?.paused ?? 0n) === paused &&
  (row?.message ?? null) === message &&
  (paused === 0n || row?.set_by !== SYSTEM);

/**
 * Pauses or resumes something. Every process obeys within five seconds. No change is made if it already matches. A
 * market resumes from the last believed price, or from a named one, which needs two people if it is far from that. The
 * plan throws `validation_failed` for a market of unknown currencies, and at `price`.
 */
export const setSwitch: ReviewedAct<typeof setSwitchInput, typeof switchRecord> = {
  title: "Pause or resume",
  roles: ["admin"],
  input: setSwitchInput,
  output: switchRecord,
  plan: async (tx, { services, operator }, input) => {
    const what = known(input.what);
    const { paused, message } = input;
    const before = await findSwitch(tx, what);
    const named = await namedPriceOf(tx, what, input);
    const row: SwitchRow = {
      what,
      paused: paused ? 1n : 0n,
      message: paused && message ? message : null,
      reason: null,
      set_by: operator.approvedBy ?? operator.id,
      set_at: BigInt(services.clock.now()),
    };
    const isLeft = named === undefined && isSame(before, row);
    return {
      subject: what,
      details: { Switch: what, Price: named?.text },
      changes: [
        { what: `Switch ${what}`, before: stateOf(before), after: stateOf(row) },
        ...(named === undefined
          ? []
          : [{ what: "Price to resume from", before: priceText(named.before), after: named.text }]),
      ],
      state: `it is ${stateOf(before).toLowerCase()}`,
      reasons: named?.isFar === true ? [FAR] : [],
      worth: null,
      log: [],
      run: async (log) => {
        if (isLeft) return before === undefined ? neverSet(what) : recordOf(before);
        const held = await holdSwitch(tx, row);
        // A colleague was first.
        if (named === undefined && isSame(held, row)) return recordOf(held);
        await saveSwitch(tx, row);
        await log({
          action: "switch.set",
          subject: what,
          details: {
            paused,
            ...(row.message !== null && { message: row.message }),
            ...(named !== undefined && { price: named.text, price_before: priceText(named.before) }),
          },
        });
        if (paused && held.paused === 0n)
          await tellOperator(tx, services, { type: "pause.started", data: { what, by: "staff" } });
        if (named !== undefined) await believe(tx, row, named);
        return recordOf(row);
      },
    };
  },
  after: ({ services }) => services.switches.forget(),
};

/** Keeps a named price. One that is far from what was believed is compared with nothing of that. */
async function believe(tx: WriteTx, row: SwitchRow, { price, isFar }: NamedPrice): Promise<void> {
  const { what, set_at: believed_at, set_by: named_by } = row;
  const texts = { bid: formatRate(price.bid), ask: formatRate(price.ask) };
  await keepBelievedPrice(tx, { what, believed_at, ...texts, named_by }, isFar ? believed_at : undefined);
}
