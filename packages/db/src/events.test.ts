import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteOldEvents, findEventSeq, insertEvent, listEvents, type NewEvent } from "./events.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { addCustomers } from "./testing/fixtures.ts";

const event = (id: string, at = 0n): NewEvent => ({
  id,
  type: "exchange.completed",
  subject_id: `subject-of-${id}`,
  data: null,
  created_at: at,
});

describe.each(DIALECTS)("events on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write((tx) => addCustomers(tx, ["anna", "bert", "carl", "dora"]));
  });
  afterAll(() => database.close());

  const read = (user: string, after = 0n, limit = 100, since = 0n) =>
    listEvents(database.read, user, { after, since, now: 1_000_000_000_000_000n, limit });
  const idsOf = async (user: string): Promise<string[]> => (await read(user)).map(({ id }) => id);
  const add = (user: string, ...events: NewEvent[]) =>
    database.write(async (tx) => {
      for (const each of events) await insertEvent(tx, user, each);
    });

  test("a reader who goes on after the last event meets each of many concurrent ones once, none of them late", async () => {
    const owners = ["anna", "bert"];
    const writing = Promise.all(
      Array.from({ length: 30 }, (_, n) => {
        const owner = owners[n % 2] ?? "";
        return add(owner, ...[event(`${n}-a`), event(`${n}-b`)].slice(0, 1 + (n % 3 === 0 ? 1 : 0)));
      }),
    );
    let done = false;
    void writing.then(
      () => (done = true),
      () => (done = true),
    );
    const seen = new Map(owners.map((owner) => [owner, [] as string[]]));
    const last = new Map(owners.map((owner) => [owner, 0n]));
    for (let finished = false; !finished;) {
      // Reading SQLite waits for nothing: without this no writer had its turn.
      await setImmediate();
      finished = done;
      for (const owner of owners) {
        const rows = await read(owner, last.get(owner), 3);
        if (rows.length === 3) finished = false;
        seen.get(owner)?.push(...rows.map(({ id }) => id));
        last.set(owner, rows.at(-1)?.seq ?? last.get(owner) ?? 0n);
      }
    }
    await writing;
    for (const owner of owners) expect(seen.get(owner)).toEqual(await idsOf(owner));
    expect([...seen.values()].flat()).toHaveLength(40);
  });

  test("no event appears before an earlier one that is not committed yet", async () => {
    let commit = (): void => undefined;
    const held = new Promise<void>((resolve) => (commit = resolve));
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const slow = database.write(async (tx) => {
      await insertEvent(tx, "carl", event("slow"));
      begin();
      await held;
    });
    await begun;
    const quick = add("carl", event("quick"));
    expect(await idsOf("carl")).toEqual([]);
    commit();
    await Promise.all([slow, quick]);
    expect(await idsOf("carl")).toEqual(["slow", "quick"]);
  });

  test("no one finds another customer's event", async () => {
    expect(await findEventSeq(database.read, "carl", "slow")).toBe(1n);
    expect(await findEventSeq(database.read, "anna", "slow")).toBeUndefined();
  });

  test("old events go, and a reader goes on from the newest of them", async () => {
    await add("dora", event("oldest", 1n), event("old", 2n), event("last old", 3n), event("young", 10n));
    expect((await read("dora", 0n, 100, 10n)).map(({ id }) => id)).toEqual(["young"]);
    expect(await database.write((tx) => deleteOldEvents(tx, 10n, 1))).toBe(1);
    expect(await findEventSeq(database.read, "dora", "oldest")).toBe(1n);
    await database.write((tx) => deleteOldEvents(tx, 10n, 1000));
    expect(await idsOf("dora")).toEqual(["young"]);
    const known = ["oldest", "old", "last old", "young"].map((id) => findEventSeq(database.read, "dora", id));
    expect(await Promise.all(known)).toEqual([undefined, undefined, 3n, 4n]);
    expect(await findEventSeq(database.read, "anna", "last old")).toBeUndefined();
    await database.write((tx) => deleteOldEvents(tx, 11n, 1000));
    expect(await findEventSeq(database.read, "dora", "young")).toBe(4n);
  });
});
