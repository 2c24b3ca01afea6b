import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertUser } from "./accounts.ts";
import { appendAudit } from "./audit.ts";
import { wasOtherAdmin } from "./staff.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { addCustomers, customer, seedCurrencies } from "./testing/fixtures.ts";

test.each(DIALECTS)("who was an admin is read from the roles that an act names, on %s", async (dialect) => {
  const database = await freshDatabase(dialect);
  const wasAdmin = async (action: string, details: object): Promise<boolean> => {
    const id = crypto.randomUUID();
    await database.write(async (tx) => {
      await insertUser(tx, customer(id, { email: `${id}@wattle.test`, roles: "[]" }));
      await appendAudit(tx, {
        id,
        actor: "olga",
        action,
        subject: id,
        details: JSON.stringify(details),
        created_at: 1n,
      });
    });
    const was = await wasOtherAdmin(database.read, "olga", { withDemo: true });
    await database.write((tx) => tx.deleteFrom("users").where("id", "=", id).execute());
    return was;
  };
  try {
    expect(await wasAdmin("staff.joined", { roles: ["admin"], invited_by: "olga" })).toBe(true);
    expect(await wasAdmin("staff.roles", { from: ["admin"], to: ["finance"] })).toBe(true);
    expect(await wasAdmin("staff.roles", { from: ["finance"], to: ["support", "admin"] })).toBe(true);
    expect(await wasAdmin("staff.removed", { roles: ["admin"], sessions: 1, tokens: [] })).toBe(true);
    expect(await wasAdmin("staff.removed", { roles: ["finance"], sessions: 1, tokens: ["admin"] })).toBe(
      false,
    );
    expect(await wasAdmin("staff.joined", { roles: ["finance"], invited_by: "admin" })).toBe(false);
  } finally {
    await database.close();
  }
});

describe.each(DIALECTS)("what the tables refuse of staff on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, ["anna"]);
      await insertUser(tx, customer("sam", { roles: '["support","finance"]' }));
      await insertUser(tx, customer("gone", { roles: "[]" }));
    });
  });
  afterAll(() => database.close());
  const attempt = (statement: string): Promise<unknown> =>
    database.write((tx) => tx.executeQuery(CompiledQuery.raw(statement)));
  const account = (id: string) =>
    `insert into ledger_accounts (id, currency, owner, user_id, purpose)
     values ('customer:${id}:available:AUD', 'AUD', 'customer', '${id}', 'available')`;

  test.each([
    ["a customer who becomes staff", `update users set roles = '["support"]' where id = 'anna'`],
    ["a customer whose role is taken away", `update users set roles = '[]' where id = 'anna'`],
    ["staff who become customers", `update users set roles = '["regular-user"]' where id = 'sam'`],
    ["former staff who become customers", `update users set roles = '["partner"]' where id = 'gone'`],
    ["an account of staff in the books", account("sam")],
    ["an account of former staff in the books", account("gone")],
  ])("%s", async (_what, statement) => {
    await expect(attempt(statement)).rejects.toThrow("staff are not customers");
  });

  test.each([
    ["an unknown role", '["operator"]'],
    ["roles of a customer and of staff", '["partner","admin"]'],
    ["two roles of a customer", '["regular-user","partner"]'],
    ["a role twice", '["admin","admin"]'],
    ["a word alone", "admin"],
  ])("%s", async (_what, roles) => {
    await expect(database.write((tx) => insertUser(tx, customer("x", { roles })))).rejects.toThrow(
      /constraint|violates/i,
    );
  });

  test.each([
    ["other roles of staff", `update users set roles = '["finance","support"]' where id = 'sam'`],
    ["no roles any more", `update users set roles = '[]' where id = 'sam'`],
    ["a partner", `update users set roles = '["partner"]' where id = 'anna'`],
    ["a customer's account in the books", account("anna")],
  ])("and what they take: %s", async (_what, statement) => {
    await expect(attempt(statement)).resolves.toBeDefined();
  });
});
