import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertUser } from "./accounts.ts";
import { insertSignIn, KEPT_SIGN_INS, listSignIns, passOverSignIn, type SignIn } from "./sign-ins.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { customer } from "./testing/fixtures.ts";

describe.each(DIALECTS)("sign-ins on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      for (const id of ["anna", "ben"]) await insertUser(tx, customer(id));
    });
  });
  afterAll(() => database.close());

  const signIn = (user: string, number: number, outcome: SignIn["outcome"]): SignIn => ({
    id: `${user}-${outcome}-${String(number).padStart(3, "0")}`,
    user_id: user,
    outcome,
    ip: "192.0.2.1",
    user_agent: null,
    created_at: BigInt(number),
  });

  test("the newest are kept, and failures push no success out", async () => {
    await database.write((tx) => insertSignIn(tx, signIn("ben", 1, "succeeded")));
    for (const outcome of ["succeeded", "failed"] as const) {
      for (let number = 1; number <= KEPT_SIGN_INS + 7; number += 1) {
        await database.write((tx) => insertSignIn(tx, signIn("anna", number, outcome)));
      }
    }
    const rows = await listSignIns(database.read, "anna");
    expect(rows).toHaveLength(2 * KEPT_SIGN_INS);
    for (const outcome of ["succeeded", "failed"]) {
      const times = rows.filter((row) => row.outcome === outcome).map(({ created_at }) => Number(created_at));
      expect(times).toEqual(Array.from({ length: KEPT_SIGN_INS }, (_, index) => KEPT_SIGN_INS + 7 - index));
    }
    expect(await listSignIns(database.read, "ben")).toHaveLength(1);
  });

  test("of an unknown account nothing is left", async () => {
    const { user_id: _, ...rest } = signIn("no-one", 1, "failed");
    await database.write((tx) => passOverSignIn(tx, rest));
    const rows = await database.read
      .selectFrom("sign_ins")
      .select("id")
      .where("user_id", "is", null)
      .execute();
    expect(rows).toEqual([]);
  });
});
