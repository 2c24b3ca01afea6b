import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appendAudit, countActs, listAudit, newestAudit, type AuditPage } from "./audit.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";

describe.each(DIALECTS)("the audit log on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      for (let n = 1; n <= 6; n++) {
        const actor = n <= 4 ? "olga" : "omar";
        const subject = n % 2 === 0 ? "anna" : "bert";
        await appendAudit(tx, {
          id: `act-${n}`,
          actor,
          action: n % 3 === 0 ? "note" : "block",
          subject,
          details: "{}",
          created_at: BigInt(n),
        });
      }
    });
  });
  afterAll(() => database.close());

  test.each<{ description: string; page: AuditPage; acts: number[]; total: number }>([
    { description: "newest first", page: { page: 1, perPage: 10 }, acts: [6, 5, 4, 3, 2, 1], total: 6 },
    { description: "the second page", page: { page: 2, perPage: 4 }, acts: [2, 1], total: 6 },
    { description: "one subject", page: { page: 1, perPage: 2, subject: "anna" }, acts: [6, 4], total: 3 },
    { description: "one actor", page: { page: 1, perPage: 10, actor: "omar" }, acts: [6, 5], total: 2 },
    {
      description: "both",
      page: { page: 1, perPage: 10, actor: "olga", subject: "bert" },
      acts: [3, 1],
      total: 2,
    },
    { description: "one act", page: { page: 1, perPage: 10, action: "note" }, acts: [6, 3], total: 2 },
    {
      description: "a time, both ends in it",
      page: { page: 1, perPage: 10, from: 2n, to: 4n },
      acts: [4, 3, 2],
      total: 3,
    },
    {
      description: "all of these",
      page: { page: 1, perPage: 10, action: "block", actor: "olga", subject: "anna", from: 3n },
      acts: [4],
      total: 1,
    },
    {
      description: "what is after a place",
      page: { page: 1, perPage: 2, after: { createdAt: 5n, id: "act-5" } },
      acts: [4, 3],
      total: 4,
    },
    { description: "nothing", page: { page: 1, perPage: 10, actor: "no-one" }, acts: [], total: 0 },
  ])("$description", async ({ page, acts, total }) => {
    const listed = await listAudit(database.read, page);
    expect(listed.rows.map(({ id }) => id)).toEqual(acts.map((n) => `act-${n}`));
    expect(listed.total).toBe(total);
  });

  test("how often an act was done is counted of each of some subjects", async () => {
    expect(await countActs(database.read, "block", ["anna", "bert", "no one"])).toEqual(
      new Map([
        ["anna", 2],
        ["bert", 2],
      ]),
    );
    expect(await countActs(database.read, "block", [])).toEqual(new Map());
  });

  test("of a long log one line more than a thousand is counted", async () => {
    const lines = Array.from({ length: 1100 }, (_, n) => ({
      id: `long-${n}`,
      actor: "olga",
      action: "long",
      subject: "cleo",
      details: "{}",
      created_at: 0n,
    }));
    await database.write((tx) => tx.insertInto("audit_log").values(lines).execute());
    const { rows, total } = await listAudit(database.read, { page: 110, perPage: 10, subject: "cleo" });
    expect(rows).toHaveLength(10);
    expect(total).toBe(1001);
  });

  test("the newest act is one that changed something, not a look at a document", async () => {
    const act = (id: string, action: string, at: bigint) =>
      database.write((tx) =>
        appendAudit(tx, { id, actor: "olga", action, subject: "anna", details: "{}", created_at: at }),
      );
    expect(await newestAudit(database.read, [])).toBe("act-6");
    await act("look", "document.read", 7n);
    expect(await newestAudit(database.read, [])).toBe("act-6");
    await act("act-8", "block", 8n);
    expect(await newestAudit(database.read, [])).toBe("act-8");
  });
});
