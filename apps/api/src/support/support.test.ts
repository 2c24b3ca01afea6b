import { listEnquiries } from "@wattle/db/support";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readReference } from "../reference.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";

const GOOD = { name: "Mary Ann", email: "Mary@Mail.Example", message: "Where is my deposit of yesterday?" };

interface Refused {
  readonly code: string;
  readonly errors: Record<string, string[]>;
}

describe.each(DIALECTS)("support on %s", (dialect) => {
  let wattle: TestApp;
  beforeAll(async () => {
    wattle = await startTestApp({ dialect });
  });
  afterAll(() => wattle.close());

  const kept = async () => {
    const { database, vault } = wattle.services;
    const { rows, total } = await listEnquiries(database.read, { show: "all", page: 1, perPage: 100 });
    return {
      total,
      rows: rows.map((row) => ({ ...row, message: vault.open("enquiries.message", row.id, row.message) })),
    };
  };

  test("a visitor's message is kept, and answered with a reference that its check character confirms", async () => {
    const answer = await wattle.client().post<{ data: { reference: string } }>("/api/support", {
      ...GOOD,
      role: "operator",
      handled_by: "me",
    });
    expect(answer.status).toBe(201);
    const { reference } = answer.body.data;
    expect(readReference(reference)).toBe(reference);
    expect((await kept()).rows).toEqual([
      {
        id: expect.any(String),
        reference,
        topic: "support",
        name: "Mary Ann",
        email: "mary@mail.example",
        message: GOOD.message,
        created_at: BigInt(wattle.clock.now()),
        handled_at: null,
        handled_by: null,
        assigned_to: null,
        assignee: null,
        customer_id: null,
        customer_email: null,
        replied_at: null,
      },
    ]);
  });

  test("an enquiry of the OTC desk says so", async () => {
    const answer = await wattle.client().post("/api/support", { ...GOOD, topic: "otc" });
    expect(answer.status).toBe(201);
    expect((await kept()).rows.filter(({ topic }) => topic === "otc")).toHaveLength(1);
  });

  test("a customer who is logged in is kept with it, whatever address is typed; a guest or staff never is", async () => {
    const customer = wattle.client();
    const { id } = (await customer.login("customer@demo.test")).user;
    const operator = wattle.client();
    await operator.login("operator@demo.test");
    const message = "Whose question is this?";
    for (const client of [customer, operator, wattle.client()]) {
      const answer = await client.post("/api/support", { ...GOOD, email: "nigeria@demo.test", message });
      expect(answer.status, answer.text).toBe(201);
    }
    const rows = (await kept()).rows.filter((row) => row.message === message);
    expect(new Set(rows.map((row) => row.customer_id))).toEqual(new Set([id, null]));
    expect(rows.map((row) => row.customer_email).filter(Boolean)).toEqual(["customer@demo.test"]);
  });

  test.each<[string, object, Record<string, string[]>]>([
    [
      "nothing at all",
      { name: undefined, email: undefined, message: undefined },
      {
        name: ["Name is a required field"],
        email: ["Email is a required field"],
        message: ["Message is a required field"],
      },
    ],
    ["digits in the name", { name: "Mary 2" }, { name: ["Only English letters"] }],
    ["a name of 36 letters", { name: "a".repeat(36) }, { name: ["Must be exactly 15 characters"] }],
    ["no email address", { email: "mary" }, { email: ["Email must be a valid email"] }],
    ["9 characters", { message: "a".repeat(9) }, { message: ["Min 10 characters"] }],
    ["501 characters", { message: "a".repeat(501) }, { message: ["Must be exactly 500 characters"] }],
    ["a NUL character", { message: "Dear\u0000 people" }, { message: ["Message is not valid."] }],
    ["a number for a name", { name: 12 }, { name: ["Name is not valid."] }],
    ["an unknown topic", { topic: "advert" }, { topic: ["Choose a topic"] }],
  ])("%s is refused at its field, and nothing is kept", async (_title, change, errors) => {
    const before = (await kept()).total;
    const answer = await wattle.client().post<Refused>("/api/support", { ...GOOD, ...change });
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe("validation_failed");
    expect(answer.body.errors).toEqual(errors);
    expect((await kept()).total).toBe(before);
  });
});
