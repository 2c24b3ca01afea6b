import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { administer, databaseUrl } from "@wattle/db/testing/postgres-server";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { ConfigError } from "./config-error.ts";
import { startBookSeals } from "./book-seals/start-book-seals.ts";
import { startTestApp, type TestApp } from "./testing/app-for-test.ts";
import { mutateByTwo } from "./testing/second-person.ts";
import { runOps } from "./testing/run-ops.ts";

/** The commands of docs/operations.md, with names of this test's own. */
function roleCommands(name: string): string[] {
  const page = readFileSync(path.resolve(import.meta.dirname, "../../../docs/operations.md"), "utf8");
  const [, block = ""] = /```sql\n([\s\S]*?)```/.exec(page) ?? [];
  return block
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replaceAll("wattle", name));
}

describe("a PostgreSQL database with a role that owns its tables and one that runs the program", () => {
  const name = `wattle_roles_${randomBytes(4).toString("hex")}`;
  const server = inject("postgresUrl");
  const urlOf = (role: string, password: string): string => {
    const url = new URL(databaseUrl(server, name));
    [url.username, url.password] = [role, password];
    return url.href;
  };
  const owner = urlOf(name, "one password");
  const running = urlOf(`${name}_app`, "another password");
  let app: TestApp;
  beforeAll(async () => {
    const commands = roleCommands(name);
    expect(commands).toHaveLength(3);
    for (const command of commands) await administer(server, command);
    await administer(server, `create role ${name}_member login password 'a third password'`);
    await administer(server, `grant ${name} to ${name}_member with inherit false`);
    app = await startTestApp({
      dialect: "postgres",
      databaseUrl: running,
      env: { MIGRATION_DATABASE_URL: owner },
    });
    // Someone with all rights to a table only gets a warning for a grant that is not theirs to make.
    await administer(owner, `grant select on all tables in schema public to ${name}_member`);
  });
  afterAll(async () => {
    await app.close();
    await administer(server, `drop database ${name} with (force)`);
    for (const role of [`${name}_app`, `${name}_member`, name]) await administer(server, `drop role ${role}`);
  });

  const refusal = (statement: string): Promise<unknown> =>
    administer(running, statement).then(
      () => undefined,
      (error: { code?: string }) => error.code,
    );
  const appendOnly = async (): Promise<string[]> => {
    const { rows } = await administer(
      owner,
      `select distinct tgrelid::regclass::text as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
       where proname = 'refuse_change'`,
    );
    return rows.map((row: { name: string }) => row.name);
  };

  test("runs: a customer acts, staff act, the books are sealed and checked", async () => {
    const customer = app.client();
    await customer.login("customer@demo.test");
    const deposit = await customer.post("/api/users/transactions", {
      balance: { credit: "125.00", credit_currency: "AUD" },
      transaction_type: "deposit",
      payment_method: "payid",
    });
    expect(deposit.status).toBe(201);
    expect(await runOps(app, ["audit", "list"])).toMatchObject({ code: 0 });
    await startBookSeals(app.services)();
    expect(await runOps(app, ["audit", "verify"])).toMatchObject({ code: 0, error: "" });
    expect(await runOps(app, ["ledger", "check"])).toMatchObject({ code: 0 });
  });

  test("lets two people do what one may not, and keeps what they decided", async () => {
    const operator = app.client();
    await operator.login("operator@demo.test");
    const { user } = await app.client().login("customer@demo.test");
    const adjustment = { direction: "credit", amount: "1.00", currency: "AUD", internal_note: "Cents" };
    const done = await mutateByTwo(app, operator, "ops.ledger.adjust", { id: user.id, ...adjustment });
    expect(done.data).toMatchObject({ outcome: "done" });
    expect(await refusal("update approvals set status = 'pending'")).toBe("23000");
    expect(await refusal("delete from approvals")).toBe("23000");
    expect(await refusal("truncate approvals")).toBe("42501");
  });

  test("cannot change, remove or empty what is append-only, by any column", async () => {
    const tables = await appendOnly();
    expect(tables).toEqual(
      expect.arrayContaining(["audit_log", "ledger_entries", "ledger_postings", "book_seals"]),
    );
    for (const table of tables) {
      const { rows } = await administer(
        owner,
        `select column_name as name from information_schema.columns where table_name = '${table}'`,
      );
      for (const column of rows as { name: string }[])
        expect(await refusal(`update ${table} set ${column.name} = default`), column.name).toBe("42501");
      expect(await refusal(`delete from ${table}`)).toBe("42501");
      expect(await refusal(`truncate ${table} cascade`)).toBe("42501");
    }
  });

  test.each([
    "alter table audit_log disable trigger all",
    "drop trigger audit_log_append_only on audit_log",
    "drop trigger audit_log_no_truncate on audit_log",
    "drop table audit_log",
    "alter table audit_log rename to log",
    "drop function refuse_change() cascade",
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return old; end'",
    "set session_replication_role = replica",
    "create trigger mine before insert on ledger_postings for each row execute function refuse_change()",
    "create rule mine as on insert to audit_log do instead nothing",
    "delete from schema_migrations",
    "truncate users cascade",
    "create table mine (id text)",
    `set role ${name}`,
  ])("cannot: %s", async (statement) => {
    expect(await refusal(statement)).toBe("42501");
  });

  test("starts again without changing anything, also several at once", async () => {
    const again = await Promise.all(
      [1, 2, 3].map(() =>
        startTestApp({
          dialect: "postgres",
          databaseUrl: running,
          env: { MIGRATION_DATABASE_URL: owner, DEMO: "false" },
        }),
      ),
    );
    await Promise.all(again.map((each) => each.close()));
    expect(await refusal("delete from audit_log")).toBe("42501");
  });

  test.each<[string, { running: string; owning?: string }, RegExp]>([
    ["one role for both", { running: owner }, /^MIGRATION_DATABASE_URL: both are the role \w+; takes /],
    [
      "the two exchanged",
      { running: owner, owning: running },
      /^MIGRATION_DATABASE_URL: its role does not own the tables; takes /,
    ],
    [
      "an owner who is not let in",
      { running, owning: urlOf(name, "wrong") },
      /^MIGRATION_DATABASE_URL: the database cannot be opened \(28P01\); takes /,
    ],
    [
      "an administrator who runs the program",
      { running: databaseUrl(server, name) },
      /^MIGRATION_DATABASE_URL: the role postgres may change audit_log, .*; takes /,
    ],
    [
      "a member of the owner that has not its rights",
      { running, owning: urlOf(`${name}_member`, "a third password") },
      /^MIGRATION_DATABASE_URL: its role does not own the tables; takes /,
    ],
  ])("does not start with %s", async (_case, { running: as, owning = owner }, line) => {
    const starting = startTestApp({
      dialect: "postgres",
      databaseUrl: as,
      env: { MIGRATION_DATABASE_URL: owning, DEMO: "false" },
    });
    const error: unknown = await starting.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toMatch(line);
  });
});
