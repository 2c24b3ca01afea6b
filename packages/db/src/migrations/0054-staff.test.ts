import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { findUserById, insertUser } from "../accounts.ts";
import { listAudit } from "../audit.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { addCustomers, customer, seedCurrencies } from "../testing/fixtures.ts";
import { insertApiToken } from "../tokens.ts";
import { migrate } from "./migrate.ts";

/** Takes the migration back, so that the tables are as they were before it. */
const BEFORE = (dialect: FreshDatabase["dialect"]): string[] => [
  ...["users_staff_apart on users", "ledger_accounts_of_customers on ledger_accounts"].map((trigger) =>
    dialect === "sqlite" ? `drop trigger ${trigger.split(" ")[0]}` : `drop trigger ${trigger}`,
  ),
  ...(dialect === "sqlite"
    ? []
    : ["drop function refuse_staff_as_customers", "drop function keep_staff_out_of_books"]),
  "drop table staff_invitations",
  "drop index users_staff",
  "drop index users_signed_up",
  "drop index users_by_status",
  `alter table users add column role text not null default 'regular-user'
     check (role in ('regular-user', 'partner', 'operator'))`,
  "alter table users drop column roles",
  "delete from schema_migrations where name = '0054-staff'",
];

describe.each(DIALECTS)("the migration to staff with roles on %s", (dialect) => {
  test("operators become admins, blocked ones former staff, customers stay what they are", async () => {
    const opened = await freshDatabase(dialect);
    onTestFinished(() => opened.close());
    const run = (statements: readonly string[]): Promise<void> =>
      opened.write(async (tx) => {
        for (const statement of statements) await tx.executeQuery(CompiledQuery.raw(statement));
      });
    const permissions = '["deposit-money"]';
    await opened.write(async (tx) => {
      for (const id of ["ann", "pat", "bob"]) await insertUser(tx, customer(id, { permissions }));
      await insertUser(tx, customer("olly", { permissions }));
      await insertUser(tx, customer("bea", { status: "blocked" }));
      for (const [id, kind] of [
        ["own", "personal"],
        ["robot", "service"],
      ] as const)
        await insertApiToken(tx, {
          id,
          user_id: "olly",
          kind,
          name: id,
          token_hash: id,
          hint: "",
          scopes: "[]",
          procedures: "[]",
          addresses: "[]",
          created_at: 1n,
          expires_at: null,
        });
    });
    await run(BEFORE(dialect));
    await run([
      "update users set role = 'partner' where id = 'pat'",
      "update users set role = 'operator' where id in ('olly', 'bea')",
    ]);
    await migrate(opened, 7n);
    const now = async (id: string) => {
      const user = await findUserById(opened.read, id);
      return [user?.roles, user?.permissions];
    };
    expect(await now("ann")).toEqual(['["regular-user"]', permissions]);
    expect(await now("pat")).toEqual(['["partner"]', permissions]);
    expect(await now("olly")).toEqual(['["admin"]', "[]"]);
    expect(await now("bea")).toEqual(["[]", "[]"]);
    const tokens = await opened.read
      .selectFrom("api_tokens")
      .select(["id", "revoked_at"])
      .orderBy("id")
      .execute();
    expect(tokens).toEqual([
      { id: "own", revoked_at: 7n },
      { id: "robot", revoked_at: null },
    ]);
    const { rows } = await listAudit(opened.read, { page: 1, perPage: 10 });
    expect(rows).toEqual([expect.objectContaining({ subject: "olly", action: "staff.roles" })]);
  });
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
