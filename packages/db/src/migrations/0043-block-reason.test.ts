import { CompiledQuery } from "kysely";
import { expect, test, describe } from "vitest";
import { findUserById, insertUser, updateUser } from "../accounts.ts";
import { DIALECTS, freshDatabase } from "../testing/databases.ts";
import { customer } from "../testing/fixtures.ts";
import { blockReason } from "./0043-block-reason.ts";

describe.each(DIALECTS)("the migration of block reasons on %s", (dialect) => {
  test("takes them away from what the customer reads, and leaves reasons of a rejection", async () => {
    const database = await freshDatabase(dialect);
    try {
      const [, move = ""] = blockReason.statements(dialect);
      await database.write(async (tx) => {
        for (const status of ["blocked", "rejected"] as const) {
          await insertUser(tx, customer(status, { status }));
          await updateUser(tx, status, { status_reason: `why ${status}` });
        }
        await tx.executeQuery(CompiledQuery.raw(move));
      });
      expect(await findUserById(database.read, "blocked")).toMatchObject({
        status_reason: null,
        block_reason: "why blocked",
      });
      expect(await findUserById(database.read, "rejected")).toMatchObject({
        status_reason: "why rejected",
        block_reason: null,
      });
    } finally {
      await database.close();
    }
  });
});
