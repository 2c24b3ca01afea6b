/** Secrets the server makes for itself on its first start. */
import type { Sealed } from "./sealed/sealed-columns.ts";
import type { WriteTx } from "./handles/handles.ts";

/**
 * The secret of that name; if there is none yet, `candidate.value` becomes it. Processes that start at
 * once agree on one. `createdAt` is in milliseconds since 1970.
 */
export async function keepAppSecret(
  tx: WriteTx,
  candidate: {
    readonly name: string;
    readonly value: Sealed<"app_secrets.value">;
    readonly createdAt: bigint;
  },
): Promise<Sealed<"app_secrets.value">> {
  const { name, createdAt } = candidate;
  await tx
    .insertInto("app_secrets")
    .values({ name, value: candidate.value, created_at: createdAt })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value } = await tx
    .selectFrom("app_secrets")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return value;
}
