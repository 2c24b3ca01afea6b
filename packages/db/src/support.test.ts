import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isUniqueViolation } from "./database.ts";
import {
  assignEnquiry,
  findEnquiryByReference,
  insertEnquiry,
  insertReply,
  listEnquiriesOf,
  listReplies,
  listEnquiries,
  markEnquiryHandled,
  reopenEnquiry,
} from "./support.ts";
import { addCustomers } from "./testing/fixtures.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { testVault } from "./testing/vault.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

describe.each(DIALECTS)("enquiries on %s", (dialect) => {
  let database: FreshDatabase;
  let made = 0;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write((tx) => addCustomers(tx, ["anna", "bert"], {}));
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.write(async (tx) => {
      await tx.deleteFrom("enquiry_replies").execute();
      await tx.deleteFrom("enquiries").execute();
    });
    made = 0;
  });

  const messages = new Map<string, Sealed<"enquiries.message">>();
  const messageOf = (id: string): Sealed<"enquiries.message"> => {
    const message = messages.get(id) ?? testVault.seal("enquiries.message", id, "Grüße\nfrom 🙂");
    messages.set(id, message);
    return message;
  };

  const send = async (
    changes: { reference?: string; topic?: "support" | "otc"; from?: string } = {},
  ): Promise<string> => {
    made += 1;
    const id = `enquiry-${made}`;
    await database.write((tx) =>
      insertEnquiry(tx, {
        id,
        reference: changes.reference ?? `REF-${made}`,
        topic: changes.topic ?? "support",
        name: "Mary Ann",
        email: "mary@mail.example",
        message: messageOf(id),
        created_at: BigInt(1000 + made),
        customer_id: changes.from ?? null,
      }),
    );
    return id;
  };
  const reply = (enquiry: string, id: string, at: bigint, seen: bigint | null): Promise<boolean> =>
    database.write((tx) =>
      insertReply(
        tx,
        {
          id,
          enquiry_id: enquiry,
          message: testVault.seal("enquiry_replies.message", id, "Soon."),
          sent_by: "bert",
          created_at: at,
        },
        seen,
      ),
    );
  const handle = (id: string, by: string): Promise<boolean> =>
    database.write((tx) => markEnquiryHandled(tx, id, { at: 5000n, by }));
  const idsOf = async (show: "open" | "handled" | "all", page = 1, perPage = 10): Promise<string[]> =>
    (await listEnquiries(database.read, { show, page, perPage })).rows.map(({ id }) => id);

  test("are kept as they were written, open", async () => {
    await send({ topic: "otc" });
    expect(await findEnquiryByReference(database.read, "REF-1")).toEqual({
      id: "enquiry-1",
      reference: "REF-1",
      topic: "otc",
      name: "Mary Ann",
      email: "mary@mail.example",
      message: messageOf("enquiry-1"),
      created_at: 1001n,
      handled_at: null,
      handled_by: null,
      assigned_to: null,
      assignee: null,
      customer_id: null,
      customer_email: null,
      replied_at: null,
    });
    expect(await findEnquiryByReference(database.read, "REF-2")).toBeUndefined();
  });

  test("come newest first, by page, with the total of all pages", async () => {
    for (let index = 0; index < 5; index += 1) await send();
    expect(await idsOf("all", 1, 2)).toEqual(["enquiry-5", "enquiry-4"]);
    expect(await idsOf("all", 3, 2)).toEqual(["enquiry-1"]);
    expect(await listEnquiries(database.read, { show: "all", page: 9, perPage: 2 })).toEqual({
      rows: [],
      total: 5,
    });
  });

  test("are handled once, by whom and when", async () => {
    const first = await send();
    const second = await send();
    const answers = await Promise.all([handle(first, "operator-1"), handle(first, "operator-2")]);
    expect(answers.filter((first) => first)).toHaveLength(1);
    expect(await handle("no-one", "operator-1")).toBe(false);
    expect(await idsOf("open")).toEqual([second]);
    const handled = await listEnquiries(database.read, { show: "handled", page: 1, perPage: 10 });
    expect(handled.total).toBe(1);
    expect(handled.rows[0]).toMatchObject({ id: first, handled_at: 5000n });
  });

  test("are opened again, once, and handled by another then", async () => {
    const id = await send();
    const reopen = (): Promise<boolean> => database.write((tx) => reopenEnquiry(tx, id));
    expect(await reopen()).toBe(false);
    await handle(id, "operator-1");
    expect(await Promise.all([reopen(), reopen()])).toEqual(expect.arrayContaining([true, false]));
    expect(await idsOf("open")).toEqual([id]);
    expect(await handle(id, "operator-2")).toBe(true);
    expect(await findEnquiryByReference(database.read, "REF-1")).toMatchObject({ handled_by: "operator-2" });
  });

  test("are given to one at a time, as long as they are open", async () => {
    const id = await send();
    const free = await send();
    const give = (from: string | null, to: string | null): Promise<boolean> =>
      database.write((tx) => assignEnquiry(tx, id, { from, to }));
    const of = async (assignedTo: string | null): Promise<string[]> =>
      (await listEnquiries(database.read, { show: "all", assignedTo, page: 1, perPage: 10 })).rows.map(
        (row) => row.id,
      );
    const taken = await Promise.all([give(null, "anna"), give(null, "bert")]);
    expect(taken.filter((first) => first)).toHaveLength(1);
    const [first, second] = taken[0] === true ? ["anna", "bert"] : ["bert", "anna"];
    expect([await of(first), await of(second), await of(null)]).toEqual([[id], [], [free]]);
    expect(await findEnquiryByReference(database.read, "REF-1")).toMatchObject({
      assigned_to: first,
      assignee: `${first}@wattle.test`,
    });
    expect(await give(first, null)).toBe(true);
    expect(await of(null)).toEqual([free, id]);
    await handle(id, "operator-1");
    expect(await give(null, second)).toBe(false);
  });

  test("are a customer's where one wrote them, newest first, and no one's where a guest did", async () => {
    const first = await send({ from: "anna" });
    await send();
    await send({ from: "bert" });
    const last = await send({ from: "anna" });
    expect(await listEnquiriesOf(database.read, "anna", 9)).toMatchObject([
      { id: last, customer_email: "anna@wattle.test" },
      { id: first, customer_email: "anna@wattle.test" },
    ]);
    expect(await listEnquiriesOf(database.read, "anna", 1)).toHaveLength(1);
  });

  test("are replied to by one at a time who has read what is there, as long as they are open", async () => {
    const id = await send();
    const both = await Promise.all([reply(id, "a", 2000n, null), reply(id, "b", 2001n, null)]);
    expect(both.filter((first) => first)).toHaveLength(1);
    const { replied_at: seen } = (await findEnquiryByReference(database.read, "REF-1")) ?? {};
    expect(await reply(id, "c", 3000n, seen ?? null)).toBe(true);
    const replies = await listReplies(database.read, [id, "another"], 9);
    expect(replies.map((each) => [each.id, each.sender])).toEqual([
      ["c", "bert@wattle.test"],
      [both[0] === true ? "a" : "b", "bert@wattle.test"],
    ]);
    await handle(id, "operator-1");
    expect(await reply(id, "d", 4000n, 3000n)).toBe(false);
    expect(await listReplies(database.read, [id], 9)).toHaveLength(2);
  });

  test("a reference names one enquiry only", async () => {
    await send({ reference: "SAME" });
    await expect(send({ reference: "SAME" })).rejects.toSatisfy(isUniqueViolation);
  });

  test("another topic is refused by the database itself", async () => {
    await expect(send({ topic: "advert" as "otc" })).rejects.toThrow(/constraint/i);
  });
});
