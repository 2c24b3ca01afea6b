import { expireOverdueDeposits } from "../../deposits/settle-deposit.ts";
import { both, followed, pickWhere, type Act } from "./act.ts";
import { textOf, type Hold } from "./things.ts";

export const hold =
  (how: "hold" | "releaseHold", who: number, on: Hold): Act =>
  async (model, world) => {
    const customer = model.customers[who];
    if (customer === undefined) return undefined;
    const input = { id: world.customers[who], on: [on], internal_note: "Random" };
    const [actual] = await world.as(world.staff[2], `ops.customers.${how}`, input);
    return [how === "hold" ? model.hold(customer, on) : model.releaseHold(customer, on), actual];
  };

export const block =
  (how: "block" | "unblock", by: number, who: number): Act =>
  async (model, world) => {
    const customer = model.customers[who];
    if (customer === undefined) return undefined;
    const input = { id: world.customers[who], internal_note: "Random" };
    if (how === "unblock")
      return both(world.ask(by, "ops.customers.unblock", input), () => model.unblock(by, customer));
    const [actual] = await world.as(world.staff[by], "ops.customers.block", input);
    return [model.block(customer), actual];
  };

export const adjust =
  (by: number, who: number, amount: bigint, coin: "AUD" | "BTC"): Act =>
  async (model, world) => {
    const customer = model.customers[who];
    if (customer === undefined) return undefined;
    const input = {
      id: world.customers[who],
      direction: amount < 0n ? "debit" : "credit",
      amount: textOf(amount < 0n ? -amount : amount, coin),
      currency: coin,
      internal_note: "Random",
    };
    const actual = await world.ask(by, "ops.ledger.adjust", input);
    return [model.adjust(by, customer, amount, coin), actual];
  };

export const decide =
  (how: "approve" | "reject" | "withdraw", by: number, which: number): Act =>
  async (model, world) => {
    const [request, place] = pickWhere(model.requests, which, ({ open }) => open) ?? [];
    if (request === undefined || place === undefined) return undefined;
    const id = world.requests[place];
    const input = how === "reject" ? { id, reason: "Random" } : { id };
    const { ok, data } = await world.call<{ status: string }>(world.staff[by], `ops.approvals.${how}`, input);
    const actual = !ok ? "refused" : data.status === "failed" ? "failed" : "done";
    return followed(model, world, actual, () => model.decide(how, by, request));
  };

/** @param hours after 24 someone may credit as much again, after 72 requests expire, after 168 deposits do */
export const pass =
  (hours: number): Act =>
  async (model, world) => {
    const milliseconds = hours === 0 ? 46_000 : hours * 3_600_000 + 1;
    await world.pass(milliseconds);
    const sweeps = hours > 0;
    while (sweeps && (await expireOverdueDeposits(world.api.services)) > 0);
    return [model.pass(milliseconds, sweeps), "done"];
  };
