import type { HeldRate } from "@wattle/contracts/quotes";
import { pick, pickWhere, type Act } from "./act.ts";
import { breakdown, textOf, unitsOf } from "./things.ts";
import { PAIRS } from "./world.ts";

export const holdRate =
  (who: number, way: number): Act =>
  async (model, world) => {
    const [customer, [from, to]] = [model.customers[who], PAIRS[way % 2] ?? PAIRS[0]];
    if (customer === undefined) return undefined;
    const asked = { credit_currency: from, debit_currency: to, credit: "1" };
    const [actual, held] = await world.as<HeldRate>(world.customers[who], "quotes.getRate", asked);
    if (actual !== "done") return [customer.blocked ? "refused" : "done", actual];
    world.rates.push(held);
    const { rate, fee, min, max } = held;
    const read = { from, to, rate, fee, min: unitsOf(min, from), max: unitsOf(max, from) };
    return [model.holdRate(customer, read), actual];
  };

export const AMOUNTS = ["least", "too little", "too much", "all", "more", "some"] as const;

export const exchange =
  (which: number, what: (typeof AMOUNTS)[number], slip: "none" | "debit" | "person"): Act =>
  async (model, world) => {
    const [rate, place] =
      pickWhere(
        model.rates,
        which,
        ({ of, from, min, used, until }) => !used && until > model.now && of.available[from] >= min,
      ) ?? [];
    const held = world.rates[place ?? 0];
    if (rate === undefined || held === undefined || place === undefined) return undefined;
    const owner = model.customers.indexOf(rate.of);
    const who = slip === "person" ? 1 - owner : owner;
    const customer = model.customers[who];
    if (customer === undefined) return undefined;
    const has = customer.available[rate.from];
    const credit = {
      least: rate.min,
      "too little": rate.min - 1n,
      "too much": rate.max + 1n,
      all: has,
      more: has + 1n,
      some: rate.min + (has > rate.min ? (has - rate.min) / 3n : 0n),
    }[what];
    const debit = breakdown(rate, credit).debit + (slip === "debit" ? 1n : 0n);
    const payload = {
      balance: { credit: textOf(credit, rate.from), credit_currency: rate.from },
      debit: textOf(debit, rate.to),
      debit_currency: rate.to,
      transaction_type: "exchange",
      hash: held.hash,
      idempotency_key: `rate-${place}-${rate.used}`,
    };
    const [actual] = await world.as(world.customers[who], "exchange.execute", payload);
    if (actual === "done" && !rate.used) world.posted[place] = payload;
    return [model.exchange(customer, rate, credit, debit, false), actual];
  };

/** The exchange that used a rate, sent once more: it is answered, and moves nothing. */
export const exchangeAgain =
  (which: number): Act =>
  async (model, world) => {
    const [rate] =
      pick(
        model.rates.filter(({ used }) => used),
        which,
      ) ?? [];
    if (rate === undefined) return undefined;
    const who = model.customers.indexOf(rate.of);
    const payload = world.posted[model.rates.indexOf(rate)];
    const [actual] = await world.as(world.customers[who], "exchange.execute", payload ?? {});
    return [model.exchange(rate.of, rate, 0n, 0n, true), actual];
  };
