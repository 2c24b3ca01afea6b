import type { CustomerFile, EnquiryFile, EnquiryRecord } from "@wattle/contracts/desk";
import type { AuditRecord } from "@wattle/contracts/desk";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/app-for-test.ts";
import { mutate, query } from "../../testing/call-procedure.ts";
import type { TestClient } from "../../testing/client.ts";
import { runOps } from "../../testing/run-ops.ts";
import { mailsTo } from "../../testing/visitor.ts";

const MESSAGE = "Where are my coins?\nI paid yesterday.";
const REPLY = "They’re in your balance.\nThanks for waiting.";

describe.each(DIALECTS)("replies to enquiries on %s", (dialect) => {
  let api: TestApp;
  let clerk: TestClient;
  let customer: TestClient;
  let customerId: string;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
    clerk = api.client();
    await clerk.login("support@demo.test");
    customer = api.client();
    customerId = (await customer.login("customer@demo.test")).user.id;
  });
  afterAll(() => api.close());

  let sent = 0;
  const enquire = async (client: TestClient) => {
    const email = `mary${(sent += 1)}@mail.example`;
    const { body } = await client.post<{ data: { reference: string } }>("/api/support", {
      name: "Mary Ann",
      email,
      message: MESSAGE,
    });
    return { email, reference: body.data.reference };
  };
  const find = async (reference: string) =>
    (await query<EnquiryFile>(clerk, "ops.support.find", { reference })).data;
  const reply = (input: object, client = clerk) =>
    mutate<EnquiryRecord>(client, "ops.support.reply", { message: REPLY, ...input });
  const actsOn = async (subject: string) =>
    (await query<{ data: AuditRecord[] }>(clerk, "ops.audit.list", { subject })).data.data;

  test("are mailed to the address given, with the question and its reference, and answered to support", async () => {
    const { email, reference } = await enquire(api.client());
    expect((await reply({ reference })).data).toMatchObject({ reference, handled_at: null });
    const [mail] = await mailsTo(api, email);
    expect(mail?.subject).toBe(`Your enquiry ${reference}`);
    const paragraphs = ["Hi Mary,", REPLY, "You wrote:\n> Where are my coins?\n> I paid yesterday."];
    expect(mail?.text).toContain(paragraphs.join("\n\n"));
    expect(mail?.html).toContain("They’re in your balance.<br>Thanks for waiting.");
    const { reply_to } = await api.services.database.read
      .selectFrom("outbox")
      .select("reply_to")
      .where("recipient", "=", email)
      .executeTakeFirstOrThrow();
    expect(reply_to).toBe("support@wattle.example");
  });

  test("are kept with the enquiry, newest first, and the log names them without their words", async () => {
    const { reference } = await enquire(api.client());
    await reply({ reference });
    api.clock.advance(1000);
    await reply({ reference, message: "One more thing." });
    const file = await find(reference);
    expect(file.replies.map(({ message, sent_by }) => [message, sent_by])).toEqual([
      ["One more thing.", "support@demo.test"],
      [REPLY, "support@demo.test"],
    ]);
    expect(file.replied_at).toBe(file.replies[0]?.created_at);
    const acts = await actsOn(file.id);
    expect(acts.map(({ action, details }) => [action, details])).toEqual(
      file.replies.map(({ id }) => ["enquiry.replied", { reference, reply: id }]),
    );
  });

  test("close the enquiry in one act where they are to, after which there is nothing to reply to", async () => {
    const { email, reference } = await enquire(api.client());
    const { data } = await reply({ reference, close: true });
    expect(data.handled_at).not.toBeNull();
    expect((await actsOn(data.id)).map(({ action }) => action).toSorted()).toEqual([
      "enquiry.handled",
      "enquiry.replied",
    ]);
    expect((await reply({ reference })).code).toBe("state_conflict");
    expect(await mailsTo(api, email)).toHaveLength(1);
  });

  test("go out once, where two write at the same time or one asks twice", async () => {
    const { email, reference } = await enquire(api.client());
    const answers = await Promise.all(
      [1, 2, 3].map(() => reply({ reference, replied_at: null, close: true })),
    );
    expect(answers.map(({ code }) => code ?? "done").toSorted()).toEqual([
      "done",
      "state_conflict",
      "state_conflict",
    ]);
    expect(await mailsTo(api, email)).toHaveLength(1);
    expect((await find(reference)).replies).toHaveLength(1);
  });

  test("need every earlier reply to have been read", async () => {
    const { reference } = await enquire(api.client());
    const { replied_at } = (await reply({ reference, replied_at: null })).data;
    expect((await reply({ reference, replied_at: null })).code).toBe("state_conflict");
    api.clock.advance(1000);
    expect((await reply({ reference, replied_at })).status).toBe(200);
  });

  test.each([
    ["no words", { message: "  " }, 422, "validation_failed"],
    ["hidden characters", { message: "a\u202eb" }, 422, "validation_failed"],
    ["5,001 letters", { message: "a".repeat(5001) }, 422, "validation_failed"],
    ["an unknown reference", { reference: "AAAA-AAAA-AAAA" }, 404, "not_found"],
  ])("one with %s is not sent", async (_what, changes, status, code) => {
    const { email, reference } = await enquire(api.client());
    expect(await reply({ reference, ...changes })).toMatchObject({ status, code });
    expect(await mailsTo(api, email)).toEqual([]);
  });

  test("are for those whose role answers enquiries", async () => {
    const { email, reference } = await enquire(api.client());
    for (const role of ["finance", "compliance"]) {
      const other = api.client();
      await other.login(`${role}@demo.test`);
      expect((await reply({ reference }, other)).code).toBe("forbidden");
    }
    expect(await mailsTo(api, email)).toEqual([]);
  });

  test("and what a customer wrote while logged in are in the customer's file", async () => {
    const own = await enquire(customer);
    const guests = await enquire(api.client());
    await reply({ reference: own.reference });
    const { enquiries } = (await query<CustomerFile>(clerk, "ops.customers.get", { id: customerId })).data;
    const references = enquiries.map(({ reference }) => reference);
    expect(references).toContain(own.reference);
    expect(references).not.toContain(guests.reference);
    expect(enquiries.find(({ reference }) => reference === own.reference)).toMatchObject({
      email: own.email,
      message: MESSAGE,
      customer: { id: customerId, email: "customer@demo.test" },
      replies: [{ message: REPLY }],
    });
    expect((await find(guests.reference)).customer).toBeNull();
  });

  test("are written at the command line, too", async () => {
    const { email, reference } = await enquire(api.client());
    const words = ["support", "reply", reference, "--message", REPLY];
    expect((await runOps(api, words)).out).toContain(email);
    expect((await find(reference)).handled_at).toBeNull();
    api.clock.advance(1000);
    expect((await runOps(api, [...words, "--close"])).code).toBe(0);
    expect((await find(reference)).handled_at).not.toBeNull();
    expect((await runOps(api, words)).code).toBe(1);
    expect(await mailsTo(api, email)).toHaveLength(2);
  });
});
