import { asInternalNote } from "@wattle/contracts/staff-texts";
import { changeOpenCase, isHeldByOther } from "@wattle/db/cases";
import type { WriteTx } from "@wattle/db/database";
import { releaseHolds } from "@wattle/db/holds";
import type { CaseRow } from "@wattle/db/tables";
import type { Log, Operator } from "../audit/record-act.ts";
import type { Services } from "../services.ts";

interface By {
  readonly operator: Pick<Operator, "id">;
  readonly log: Log;
}

type CloseServices = Pick<Services, "clock">;

/** Lets withdrawals go on that a case had put on hold, unless another case or a colleague holds them. */
export async function releaseHeld(
  tx: WriteTx,
  { clock }: CloseServices,
  row: CaseRow,
  { operator, log }: By,
): Promise<void> {
  if (row.holds === 0n || (await isHeldByOther(tx, row))) return;
  const at = BigInt(clock.now());
  const act = { userId: row.customer_id, kinds: ["withdrawals"], by: operator.id, at } as const;
  const note = asInternalNote("Reviewed");
  if ((await releaseHolds(tx, { ...act, note, heldBy: "system" })).length === 0) return;
  const details = { on: ["withdrawals"], internal_note: note };
  await log({ action: "customer.released", subject: row.customer_id, details });
}

/** Closes a case that a rating has answered. */
export async function closeAnswered(
  tx: WriteTx,
  services: CloseServices,
  row: CaseRow,
  by: By,
): Promise<void> {
  const outcome = "nothing_found";
  const closed_at = BigInt(services.clock.now());
  await changeOpenCase(tx, row.id, { closed_at, closed_by: by.operator.id, outcome });
  const details = { customer: row.customer_id, outcome };
  await by.log({ action: "case.closed", subject: row.id, details });
  await releaseHeld(tx, services, row, by);
}
