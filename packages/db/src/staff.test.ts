import { expect, test } from "vitest";
import { insertUser } from "./accounts.ts";
import { appendAudit } from "./audit.ts";
import { wasOtherAdmin } from "./staff.ts";
import { DIALECTS, freshDatabase } from "./testing/databases.ts";
import { customer } from "./testing/fixtures.ts";

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
