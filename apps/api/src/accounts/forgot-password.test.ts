import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mailsTo, register } from "../testing/visitor.ts";

/** The moments that answers wait for, held until a test lets them come. */
const moments = vi.hoisted(() => ({
  isHeld: false,
  asked: [] as (number | undefined)[],
  come: [] as (() => void)[],
}));
vi.mock("node:timers/promises", async (original) => {
  const timers = await original<typeof import("node:timers/promises")>();
  const held = (milliseconds?: number): Promise<void> => {
    moments.asked.push(milliseconds);
    return new Promise((resolve) => void moments.come.push(resolve));
  };
  return {
    ...timers,
    setTimeout: (...given: Parameters<typeof timers.setTimeout>) =>
      moments.isHeld ? held(given[0]) : timers.setTimeout(...given),
  };
});

describe.each(DIALECTS)("asking for a new password, on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect });
  });
  afterAll(() => api.close());

  test("is answered alike for known and unknown addresses: in body, and at a moment that nothing else decides", async () => {
    const { email } = await register(api);
    const client = api.client({ ip: "10.4.4.4" });
    const mails = async (): Promise<number> => (await mailsTo(api, email)).length;
    const before = await mails();
    Object.assign(moments, { isHeld: true, asked: [], come: [] });
    const answered: string[] = [];
    const asked = [email, "unknown@mail.example"].map(async (address) => {
      const answer = await client.post("/forgot-password", { email: address });
      answered.push(answer.text);
      expect(answer.status).toBe(200);
    });
    await expect.poll(mails).toBe(before + 1);
    await expect.poll(() => moments.come.length).toBe(2);
    // All is done for the known address, and neither has an answer.
    expect(answered).toEqual([]);
    expect(new Set(moments.asked).size).toBe(1);
    moments.isHeld = false;
    for (const come of moments.come) come();
    await Promise.all(asked);
    expect(new Set(answered).size).toBe(1);
  });
});
