import { staffRolesOf } from "@wattle/contracts/accounts";
import type { ActPreview } from "@wattle/contracts/approvals";
import { DomainError } from "@wattle/contracts/errors";
import { staffMay } from "@wattle/contracts/staff-access";
import { findPeople } from "@wattle/db/approvals";
import type { WriteTx } from "@wattle/db/database";
import { checkTokenAccess } from "../../access/token-access.ts";
import { fieldErrors } from "../../procedures.ts";
import { isReviewed, type AnyAct, type Plan, type StaffCall } from "./act.ts";
import { changesThen, keepChanges } from "./changes.ts";
import { judge } from "./perform.ts";
import { readableSubject } from "./proposal.ts";
import { detailsOf, reasonsOf } from "./propose.ts";
import { readsOf } from "./reads.ts";

async function previewIn(
  tx: WriteTx,
  { services, user }: StaffCall,
  act: AnyAct,
  plan: Plan<unknown>,
): Promise<ActPreview> {
  const { subject, customer: customer_id = null, changes } = plan;
  const [account] = customer_id === null ? [] : await findPeople(tx, [customer_id]);
  const reasons = isReviewed(plan) ? (await reasonsOf(tx, services, { act, by: user, plan })).reasons : [];
  return {
    title: act.title,
    subject: readableSubject({ subject, customer_id }, account),
    details: isReviewed(plan) ? detailsOf(plan) : [],
    changes: changesThen(await keepChanges(tx, changes)),
    reads: readsOf(plan),
    reasons: [...reasons],
    people: reasons.length > 0 ? 2 : 1,
  };
}

/**
 * Previews an act. It is planned in a transaction that is then rolled back, so it leaves no trace.
 * @throws DomainError any error of the act's guard or plan; `not_found` without an act
 */
export async function previewAct(
  ctx: StaffCall,
  act: AnyAct | undefined,
  { act: path, input: given }: { readonly act: string; readonly input?: unknown },
): Promise<ActPreview> {
  const { services, user, token } = ctx;
  if (!staffMay(staffRolesOf(user.roles), path)) throw new DomainError("forbidden");
  if (act === undefined) throw new DomainError("not_found");
  if (token !== null) checkTokenAccess(token, act.token ?? "service", path);
  const parsed = act.input.safeParse(given);
  if (!parsed.success) throw new DomainError("validation_failed", { fields: fieldErrors(parsed.error) });
  const input: unknown = parsed.data;
  const known = await act.look?.(services, input, user);
  const undo = new Error("a preview is undone");
  let preview: ActPreview | undefined;
  try {
    await services.database.write(async (tx) => {
      const plan = await judge(tx, ctx, { path, act, known }, input);
      preview = await previewIn(tx, ctx, act, plan);
      throw undo;
    });
  } catch (thrown) {
    if (thrown !== undo) throw thrown;
  }
  if (preview === undefined) throw undo;
  return preview;
}
