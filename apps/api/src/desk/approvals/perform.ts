/** The one way in which acts of staff are done. */
import { isUniqueViolation, type WriteTx } from "@wattle/db/database";
import { lockStaff } from "../../audit/lock-staff.ts";
import { logOf, refuseOwnAccount, type Operator } from "../../audit/record-act.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { ActServices, AnyAct, Plan, StaffCall } from "./act.ts";

/** Runs work once more if a unique index stopped it: it then sees what the other work has written. */
export async function againOnViolation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (failed) {
    if (!isUniqueViolation(failed)) throw failed;
    return work();
  }
}

/**
 * Judges an act while the row of the one who asks is held: many calls at once cannot pass a limit together.
 * @throws DomainError what the act refuses; `own_act` for an account of the own email address; `forbidden`
 */
export async function judge<P extends Plan<unknown>>(
  tx: WriteTx,
  { services, user }: StaffCall,
  { path, act, known }: { readonly path: string; readonly act: AnyAct; readonly known: unknown },
  input: unknown,
): Promise<P> {
  await lockStaff(tx, user.id, path);
  const plan = await act.plan(tx, { services, operator: user, known }, input);
  await refuseOwnAccount(tx, user, [plan.customer]);
  return plan as P;
}

/** Does what was planned: the change, its lines of the audit log and its email are in one transaction. */
export async function perform<Done>(
  tx: WriteTx,
  services: ActServices,
  operator: Operator,
  plan: Plan<Done>,
): Promise<Done> {
  const log = logOf(tx, services, operator);
  const done = await plan.run(log);
  const lines = typeof plan.log === "function" ? plan.log(done) : plan.log;
  for (const line of [lines].flat()) await log(line);
  if (plan.mail !== undefined) await queueMail(tx, services, plan.mail);
  return done;
}

/** Does an act for which one person is enough. @throws DomainError as `judge` */
export async function actAlone(act: AnyAct, path: string, ctx: StaffCall, input: unknown): Promise<unknown> {
  const { services, user } = ctx;
  const known = await act.look?.(services, input, user);
  const work = async (tx: WriteTx): Promise<unknown> =>
    perform(tx, services, user, await judge(tx, ctx, { path, act, known }, input));
  const done = await againOnViolation(() => services.database.write(work));
  await act.after?.(ctx, input, done);
  return done;
}
