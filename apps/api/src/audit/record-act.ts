import { appendAudit } from "@wattle/db/audit";
import type { WriteTx } from "@wattle/db/database";
import type { Services } from "../services.ts";

/** Who of the back office acts: an operator's account, or the word `cli` for the command line itself. */
export interface Operator {
  readonly id: string;
}

interface Act {
  /** What was done, such as `customer.verified`. */
  readonly action: string;
  /** Identifier of what it was done to. */
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes an act of the back office into the audit log, within the transaction that does it: both are kept, or neither. */
export async function recordAct(
  tx: WriteTx,
  { clock, ids }: Pick<Services, "clock" | "ids">,
  operator: Operator,
  { action, subject, details = {} }: Act,
): Promise<void> {
  await appendAudit(tx, {
    id: ids.uuid(),
    actor: operator.id,
    action,
    subject,
    details: JSON.stringify(details),
    created_at: BigInt(clock.now()),
  });
}
