import { listOperatorEvents, sendToOperator, takeOperatorEvent } from "@wattle/db/operator-webhooks";
import type { OperatorEventRow } from "@wattle/db/tables";
import { limitOf } from "../audit/people-needed.ts";
import { worthOf } from "../audit/worth-of.ts";
import { isoTime } from "../clock.ts";
import { depositGrowth } from "../events/tell-operator.ts";
import type { Services } from "../services.ts";

type SpreadServices = Pick<Services, "clock" | "config" | "database" | "log" | "rates">;

const AT_ONCE = 100;

/** Whether an event is one: a deposit that was credited is, if it has become large by that. */
async function isTold(services: SpreadServices, { deposit }: OperatorEventRow): Promise<boolean> {
  if (deposit === null) return true;
  const { currency, was, is } = depositGrowth.parse(JSON.parse(deposit));
  const { units: limit } = limitOf(services, "APPROVAL_LIMIT");
  const isLarge = async (units: bigint): Promise<boolean> => {
    const worth = await worthOf(services, units, currency);
    // Without a price it may be worth anything.
    return worth === "unknown" || (worth !== null && worth >= limit);
  };
  return (await isLarge(is)) && !(was > 0n && (await isLarge(was)));
}

const bodyOf = ({ id, type, data, created_at }: OperatorEventRow): string =>
  JSON.stringify({ id, type, created_at: isoTime(created_at), data: JSON.parse(data) as unknown });

/** Has what happened sent to the operator's endpoints. Each event is taken by one process. */
export async function spreadOperatorEvents(services: SpreadServices): Promise<void> {
  const { database, log } = services;
  for (const event of await listOperatorEvents(database.read, AT_ONCE)) {
    try {
      const told = await isTold(services, event);
      await database.write(async (tx) => {
        if ((await takeOperatorEvent(tx, event.id)) && told) await sendToOperator(tx, event, bodyOf(event));
      });
    } catch (error) {
      log.error({ err: error, event: event.id }, "an event of the operator could not be sent");
    }
  }
}
