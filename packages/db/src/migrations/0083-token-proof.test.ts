import { CompiledQuery } from "kysely";
import { afterEach, expect, test } from "vitest";
import { insertSecondFactor, updateSecondFactor } from "../second-factors.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { addCustomers } from "../testing/fixtures.ts";
import { findToken, insertApiToken } from "../tokens.ts";
import { migrate } from "./migrate.ts";

let database: FreshDatabase | undefined;
afterEach(() => database?.close());

test.each(DIALECTS)(
  "a token of before counts as proved where its maker had a factor then, on %s",
  async (dialect) => {
    const opened = (database = await freshDatabase(dialect));
    const token = (id: string, user_id: string, created_at: bigint) => ({
      id,
      user_id,
      kind: "service" as const,
      name: id,
      token_hash: id,
      hint: "",
      scopes: "[]",
      procedures: "[]",
      addresses: "[]",
      created_at,
      expires_at: null,
    });
    await opened.write(async (tx) => {
      await addCustomers(tx, ["ann", "bob"]);
      await insertSecondFactor(tx, { user_id: "ann", secret: "sealed" as never, created_at: 1n });
      await updateSecondFactor(tx, "ann", { confirmed_at: 5n });
      await insertApiToken(tx, token("early", "ann", 4n));
      await insertApiToken(tx, token("late", "ann", 5n));
      await insertApiToken(tx, token("none", "bob", 5n));
      for (const statement of [
        "alter table api_tokens drop column two_factor",
        "alter table users drop column doors_closed_at",
        "delete from schema_migrations where name = '0083-token-proof'",
      ])
        await tx.executeQuery(CompiledQuery.raw(statement));
    });
    await migrate(opened, 9n);
    const proved = await Promise.all(
      ["early", "late", "none"].map(async (id) => (await findToken(opened.read, id))?.two_factor),
    );
    expect(proved).toEqual([0n, 1n, 0n]);
  },
);
