import type { OperatorEvent } from "@wattle/contracts/operator-event-types";
import type { WriteTx } from "@wattle/db/database";
import { insertOperatorEvent } from "@wattle/db/operator-webhooks";
import { z } from "zod";
import type { Services } from "../services.ts";

/** Smallest units of a deposit before and after a credit. It makes an event only if it has become large by that. */
export const depositGrowth = z.object({
  currency: z.string(),
  was: z.coerce.bigint(),
  is: z.coerce.bigint(),
});
type DepositGrowth = z.output<typeof depositGrowth>;

/** Records an event for the operator's programs within the transaction that causes it: it is there if and only if that commits. */
export async function tellOperator(
  tx: WriteTx,
  { clock, ids }: Pick<Services, "clock" | "ids">,
  { type, data }: OperatorEvent,
  deposit?: DepositGrowth,
): Promise<void> {
  const growth = deposit && { ...deposit, was: String(deposit.was), is: String(deposit.is) };
  await insertOperatorEvent(tx, {
    id: ids.uuid(),
    type,
    data: JSON.stringify(data),
    deposit: growth === undefined ? null : JSON.stringify(growth),
    created_at: BigInt(clock.now()),
  });
}
