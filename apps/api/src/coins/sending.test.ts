import type { CoinSending } from "@wattle/contracts/coin-sending";
import { lockUser } from "@wattle/db/accounts";
import { DIALECTS } from "@wattle/db/testing/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDoors } from "../accounts/close-doors.ts";
import { mailTime } from "../mail/mail-time.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import { mailsTo } from "../testing/visitor.ts";

const EMAIL = "customer@demo.test";
const HOUR = 60 * 60_000;

describe.each(DIALECTS)("sending coins on %s", (dialect) => {
  let app: TestApp;
  let customer: TestClient;
  beforeAll(async () => {
    app = await startTestApp({ dialect, confirms: false, env: { LOG_LEVEL: "info" } });
    customer = app.client();
    await customer.login(EMAIL);
  });
  afterAll(() => app.close());

  const sending = async () => (await query<CoinSending>(customer, "coins.sending")).data;
  const set = (on: unknown, client = customer) => mutate<CoinSending>(client, "coins.setSending", { on });
  const mails = async () =>
    (await mailsTo(app, EMAIL)).filter(({ subject }) => subject.startsWith("Sending coins"));
  const logged = () =>
    app.log.map(({ event }) => event).filter((event) => String(event).startsWith("coin-sending"));

  test("is off at first, starts 48 hours after it was turned on, and is off at once", async () => {
    expect(await sending()).toEqual({ state: "off", on_at: null });
    const on_at = new Date(app.clock.now() + 48 * HOUR).toISOString();
    expect((await set(true)).data).toEqual({ state: "waiting", on_at });
    const [mail] = await mails();
    expect(mail?.subject).toBe("Sending coins will be on soon");
    expect(mail?.text).toContain(`It starts on ${mailTime(BigInt(Date.parse(on_at)), "Australia/Sydney")}.`);

    app.clock.advance(48 * HOUR - 1);
    expect(await sending()).toEqual({ state: "waiting", on_at });
    app.clock.advance(1);
    expect(await sending()).toEqual({ state: "on", on_at });

    await customer.login(EMAIL);
    expect((await set(false)).data).toEqual({ state: "off", on_at: null });
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      "Sending coins is off",
      "Sending coins will be on soon",
    ]);
    expect(logged()).toEqual(["coin-sending-on", "coin-sending-off"]);
  });

  test("asked for again, it changes nothing: the wait goes on and no second email is sent", async () => {
    const { on_at } = (await set(true)).data;
    const before = await mails();
    app.clock.advance(60_000);
    expect((await set(true)).data).toEqual({ state: "waiting", on_at });
    expect(await mails()).toEqual(before);
    await set(false);
    const after = await mails();
    await set(false);
    expect(await mails()).toEqual(after);
  });

  test("needs a fresh proof that the owner is there, and a choice", async () => {
    expect(await set("yes")).toMatchObject({ status: 422, errors: { on: ["Choose true or false"] } });
    app.clock.advance(6 * 60_000);
    expect(await set(true)).toMatchObject({ status: 403, code: "confirmation_required" });
    expect(await sending()).toEqual({ state: "off", on_at: null });
    expect((await set(true, app.client())).status).toBe(401);
  });

  test("is turned off for an owner who throws everyone out", async () => {
    await customer.login(EMAIL);
    await set(true);
    const { id } = (await customer.login(EMAIL)).user;
    await app.services.database.write(async (tx) => {
      const user = await lockUser(tx, id);
      if (user !== undefined) await closeDoors(tx, app.services, user, { since: 0n, because: "a test" });
    });
    const [mail] = await mails();
    expect(mail?.subject).toBe("Sending coins is off");
    await customer.login(EMAIL);
    expect(await sending()).toEqual({ state: "off", on_at: null });
  });
});
