import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findUserByEmail, findUserById, findUserByPartnerHash, insertUser, updateUser } from "./accounts.ts";
import { isUniqueViolation } from "./database.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { customer } from "./testing/fixtures.ts";

describe.each(DIALECTS)("accounts on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write((tx) =>
      insertUser(
        tx,
        customer("anna", { email: "Anna@Wattle.Test", partner_hash: "hash", roles: '["partner"]' }),
      ),
    );
  });
  afterAll(() => database.close());

  test("a stored user comes back whole, the email address in lower case", async () => {
    expect(await findUserById(database.read, "anna")).toMatchObject(
      customer("anna", { email: "anna@wattle.test", partner_hash: "hash", roles: '["partner"]' }),
    );
  });

  test.each(["anna@wattle.test", "ANNA@wattle.test"])("is found by %s", async (email) => {
    expect((await findUserByEmail(database.read, email))?.id).toBe("anna");
  });

  test("no user is found by values that no user has", async () => {
    expect(await findUserById(database.read, "no-one")).toBeUndefined();
    expect(await findUserByEmail(database.read, "unknown@wattle.test")).toBeUndefined();
    expect(await findUserByPartnerHash(database.read, "nothing")).toBeUndefined();
  });

  test("a partner is found by the hash of the link", async () => {
    expect((await findUserByPartnerHash(database.read, "hash"))?.id).toBe("anna");
  });

  test.each([
    { description: "email address, in any case", twin: customer("twin", { email: "aNNa@wattle.test" }) },
    { description: "id", twin: customer("anna", { email: "other@wattle.test" }) },
    { description: "partner hash", twin: customer("twin", { partner_hash: "hash" }) },
  ])("no two users share an $description", async ({ twin }) => {
    const failure: unknown = await database
      .write((tx) => insertUser(tx, twin))
      .catch((error: unknown) => error);
    expect(isUniqueViolation(failure)).toBe(true);
  });

  test("changes only what is given, and says whether there was someone to change", async () => {
    const changes = {
      status: "blocked",
      status_reason: "asked for it",
      email: "Anna.New@wattle.test",
    } as const;
    expect(await database.write((tx) => updateUser(tx, "anna", changes))).toBe(true);
    expect(await findUserById(database.read, "anna")).toMatchObject({
      status: "blocked",
      status_reason: "asked for it",
      email: "anna.new@wattle.test",
      first_name: "Test",
    });
    expect(await database.write((tx) => updateUser(tx, "no-one", { referral_hash: "1" }))).toBe(false);
  });
});
