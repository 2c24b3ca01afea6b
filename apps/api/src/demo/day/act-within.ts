import type { WriteTx } from "@wattle/db/database";
import type { Operator } from "../../audit/record-act.ts";
import type { ActServices } from "../../desk/approvals/act.ts";
import { perform } from "../../desk/approvals/perform.ts";
import { actOf } from "../../desk/approvals/reviewed-act.ts";

export interface FirstAct {
  /** Its procedure at the desk. */
  readonly procedure: object;
  readonly input: object;
  /** Known before the transaction; what the act looks up, if left out. */
  readonly known?: unknown;
}

/** Does an act of the desk in an open transaction. */
export async function actWithin(
  tx: WriteTx,
  services: ActServices,
  operator: Operator,
  { procedure, input: given, ...before }: FirstAct,
): Promise<Record<string, unknown>> {
  const act = actOf(procedure);
  if (act === undefined) throw new TypeError("the procedure is no act");
  const input = act.input.parse(given);
  const known = "known" in before ? before.known : await act.look?.(services, input, operator);
  const plan = await act.plan(tx, { services, operator, known }, input);
  return (await perform(tx, services, operator, plan)) as Record<string, unknown>;
}
