/** Answers of an identity provider about customers, and when it is asked again. */
import type { Epoch, IdentityCheckRow } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

export async function findIdentityCheck(
  reader: Reader,
  userId: string,
): Promise<IdentityCheckRow | undefined> {
  return reader.selectFrom("identity_checks").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

/** Notes that a customer is led to the provider. Its last answer stays until it gives another one, if staff did not send that back. */
export async function beginIdentityCheck(
  tx: WriteTx,
  {
    user_id,
    provider,
    at,
    look_at,
  }: Pick<IdentityCheckRow, "user_id" | "provider" | "look_at"> & { at: Epoch },
): Promise<void> {
  const said = { state: "started", applicant_id: null, review: null, found: null } as const;
  await tx
    .insertInto("identity_checks")
    .values({ user_id, provider, ...said, started_at: at, changed_at: at, asked_at: at, look_at })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet((existing) => ({
        provider,
        started_at: at,
        look_at,
        state: existing
          .case()
          .when("identity_checks.state", "=", "again")
          .then<IdentityCheckRow["state"]>("started")
          .else(existing.ref("identity_checks.state"))
          .end(),
      })),
    )
    .execute();
}

/**
 * Lets a check that staff sent back start again: until then no one asks the provider, and no question that waits for its answer
 * is the newest any more.
 */
export async function reopenIdentityCheck(tx: WriteTx, userId: string, at: Epoch): Promise<void> {
  await tx
    .updateTable("identity_checks")
    .set((check) => ({
      state: "again",
      look_at: null,
      changed_at: at,
      asked_at: check(check.ref("asked_at"), "+", 1n),
    }))
    .where("user_id", "=", userId)
    .execute();
}

/** Has the provider asked at the next look; false if no such customer is at it. */
export async function hintIdentityCheck(
  tx: WriteTx,
  { user_id, provider, look_at }: Pick<IdentityCheckRow, "user_id" | "provider" | "look_at">,
): Promise<boolean> {
  const hinted = await tx
    .updateTable("identity_checks")
    .set({ look_at })
    .where("user_id", "=", user_id)
    .where("provider", "=", provider)
    .where("state", "<>", "again")
    .returning("user_id")
    .executeTakeFirst();
  return hinted !== undefined;
}

/** Customers of whom the provider is asked now, those who wait for longest first. */
export async function listDueIdentityChecks(
  reader: Reader,
  provider: IdentityCheckRow["provider"],
  now: Epoch,
  limit: bigint,
): Promise<IdentityCheckRow[]> {
  return reader
    .selectFrom("identity_checks")
    .selectAll()
    .where("look_at", "<=", now)
    .where("provider", "=", provider)
    .orderBy("look_at")
    .limit(limit)
    .execute();
}

/** Changes a check if no one has asked the provider since; false if someone has. */
export async function changeIdentityCheck(
  tx: WriteTx,
  { user_id, asked_at }: Pick<IdentityCheckRow, "user_id" | "asked_at">,
  changes: Partial<Omit<IdentityCheckRow, "user_id" | "provider">>,
): Promise<boolean> {
  const changed = await tx
    .updateTable("identity_checks")
    .set(changes)
    .where("user_id", "=", user_id)
    .where("asked_at", "=", asked_at)
    .returning("user_id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Lets the provider be asked no more, unless a webhook came meanwhile. @param planned when it was to be asked next */
export async function restIdentityCheck(tx: WriteTx, userId: string, planned: Epoch | null): Promise<void> {
  await tx
    .updateTable("identity_checks")
    .set({ look_at: null })
    .where("user_id", "=", userId)
    .where("look_at", "=", planned)
    .execute();
}
