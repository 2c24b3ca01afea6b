import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { CompiledQuery } from "kysely";
import { afterEach, describe, expect, inject, test } from "vitest";
import { openDatabase, type Database } from "../database.ts";
import { listTransactions } from "../history.ts";
import { listTransactionEvents } from "../transaction-states.ts";
import { DIALECTS } from "../testing/databases.ts";
import { administer, databaseUrl } from "../testing/postgres-server.ts";
import { foundation } from "./0001-foundation.ts";
import { money } from "./0010-money.ts";
import type { Migration } from "./migration.ts";

let database: Database | undefined;
afterEach(async () => {
  await database?.close();
});

async function emptyUrl(dialect: Database["dialect"]): Promise<string> {
  const name = `${inject("postgresTemplate")}_money_${randomBytes(4).toString("hex")}`;
  if (dialect === "sqlite") return `sqlite:${join(inject("databaseDirectory"), `${name}.db`)}`;
  await administer(inject("postgresUrl"), `create database ${name}`);
  return databaseUrl(inject("postgresUrl"), name);
}

const apply = (to: Database, { statements }: Migration): Promise<void> =>
  to.write(async (tx) => {
    for (const statement of statements(to.dialect)) await tx.executeQuery(CompiledQuery.raw(statement));
  });

describe.each(DIALECTS)("the money migration on %s", (dialect) => {
  test("keeps every transaction and what refers to it, and takes the new status", async () => {
    const opened = await openDatabase(await emptyUrl(dialect));
    database = opened;
    await apply(opened, foundation);
    // The newer columns of a user are another migration's.
    await opened.write(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw("alter table users add column status_before_block text"));
      await tx.executeQuery(
        CompiledQuery.raw(
          `insert into currencies (code, kind, full_name, active, position) values ('AUD', 'fiat', 'AUD', 1, 0)`,
        ),
      );
      await tx.executeQuery(
        CompiledQuery.raw(
          `insert into users (id, email, password_hash, first_name, last_name, status, default_country, role, permissions, created_at)
           values ('anna', 'anna@wattle.test', '-', 'Anna', 'Customer', 'verified', 'AU', 'regular-user', '[]', 0)`,
        ),
      );
      const columns = "id, user_id, transaction_type, status, credit, credit_currency, debit, debit_currency";
      for (const id of ["one", "two"]) {
        const values = `'${id}', 'anna', 'deposit', 'cancelled', 100, 'AUD', 100, 'AUD', 'REF-${id}', 1, 2`;
        await tx.executeQuery(
          CompiledQuery.raw(
            `insert into transactions (${columns}, reference, created_at, updated_at) values (${values})`,
          ),
        );
        await tx.executeQuery(
          CompiledQuery.raw(
            `insert into transaction_events (id, transaction_id, from_status, to_status, actor, created_at)
             values ('event-${id}', '${id}', 'awaiting_payment', 'cancelled', 'anna', 2)`,
          ),
        );
      }
    });

    await apply(opened, money);

    const { rows } = await listTransactions(opened.read, "anna", { page: 1, perPage: 10 });
    expect(rows).toMatchObject([
      { id: "two", reference: "REF-two", status: "cancelled", announced: null, bank_reference: null },
      { id: "one", credit: 100n, expires_at: null, created_at: 1n, updated_at: 2n },
    ]);
    expect(await listTransactionEvents(opened.read, "anna", "one")).toMatchObject([
      { id: "event-one", entry_id: null },
    ]);
    const setStatus = (id: string, status: string): Promise<unknown> =>
      opened.write((tx) =>
        tx.executeQuery(CompiledQuery.raw(`update transactions set status = '${status}' where id = '${id}'`)),
      );
    await setStatus("one", "returned");
    await expect(setStatus("one", "lost")).rejects.toThrow(/check/i);
    // What referred to the old table refers to the new one.
    await expect(
      opened.write((tx) => tx.executeQuery(CompiledQuery.raw("delete from transactions where id = 'one'"))),
    ).rejects.toThrow(/foreign key/i);
    await expect(
      opened.write((tx) =>
        tx.executeQuery(
          CompiledQuery.raw(
            `insert into transactions (id, user_id, transaction_type, status, credit, credit_currency, debit,
               debit_currency, reference, created_at, updated_at)
             values ('three', 'anna', 'deposit', 'completed', 1, 'AUD', 1, 'AUD', 'REF-one', 3, 3)`,
          ),
        ),
      ),
    ).rejects.toThrow(/unique/i);
  });
});
