import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mailsTo, register } from "../testing/visitor.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";

describe("the mailbox of a demo", () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect: "sqlite" });
  });
  afterAll(() => api.close());

  test("lists mail newest first, in the documented shape", async () => {
    const { client, email } = await register(api);
    api.clock.advance(1000);
    await client.post("/forgot-password", { email });
    const { body } = await client.get<{ data: object[] }>("/dev/mail.json");
    expect(Object.keys(body)).toEqual(["data"]);
    for (const mail of body.data) {
      expect(Object.keys(mail).toSorted()).toEqual(["created_at", "html", "subject", "text", "to"]);
    }
    const mine = await mailsTo(api, email);
    expect(mine.map(({ subject }) => subject)).toEqual(["Reset your password", "Confirm your email"]);
    expect(mine[0]?.created_at).toBe(new Date(api.clock.now()).toISOString());
  });

  test("informs the desk of an enquiry, with the sender to answer to", async () => {
    const client = api.client();
    const enquiry = { name: "Mary Ann", email: "mary@mail.example", message: "May I ask something?" };
    const { body } = await client.post<{ data: { reference: string } }>("/api/support", enquiry);
    const [mail] = await mailsTo(api, "support@wattle.example");
    expect(mail?.subject).toBe(`Support enquiry ${body.data.reference}`);
    expect(mail?.text).toContain("May I ask something?");
    const row = await api.services.database.read
      .selectFrom("outbox")
      .select("reply_to")
      .where("recipient", "=", "support@wattle.example")
      .executeTakeFirst();
    expect(row?.reply_to).toBe("mary@mail.example");
  });
});

test("elsewhere there is no mailbox", async () => {
  const api = await startTestApp({ dialect: "sqlite", env: { DEMO: "false" } });
  try {
    const answer = await api.client().get("/dev/mail.json");
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain("data");
  } finally {
    await api.close();
  }
});
