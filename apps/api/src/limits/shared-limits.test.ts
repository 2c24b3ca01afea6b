import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate } from "../testing/call-procedure.ts";
import { REDIS_IS_INSTALLED, startRedis, type RedisServer } from "./testing/redis-server.ts";

const MINUTE = 60_000;
const WRONG = { email: "customer@demo.test", password: "Wrong-Pass1" };

const KINDS = [
  ["PostgreSQL", "postgres", undefined],
  ["SQLite", "sqlite", "database:"],
  ...(REDIS_IS_INSTALLED ? [["Redis", "sqlite", "redis:"] as const] : []),
] as const;

test.skipIf(REDIS_IS_INSTALLED)(
  "limits over Redis are not tested: redis-server is not installed",
  () => undefined,
);

describe.each(KINDS)("two processes share their limits over %s", (_name, dialect, url) => {
  let one: TestApp;
  let other: TestApp;
  let redis: RedisServer | undefined;
  beforeAll(async () => {
    redis = url === "redis:" ? await startRedis() : undefined;
    const limits = redis?.url ?? url;
    const env = { RATE_LIMIT: "20", ...(limits !== undefined && { LIMITS_URL: limits }) };
    one = await startTestApp({ dialect, env });
    other = await startTestApp({ dialect, env, databaseUrl: one.databaseUrl });
  });
  afterAll(async () => {
    await other.close();
    await one.close();
    await redis?.stop();
  });
  const turns = (index: number): TestApp => (index % 2 === 0 ? one : other);
  const statusOf = async (index: number, ip: string, path: string, body: unknown): Promise<number> =>
    (await turns(index).client({ ip }).post(path, body)).status;

  test("ten failures for an email and a network, whichever process and whichever address of the network", async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 12; index++) {
      statuses.push(await statusOf(index, `2001:db8:1:2::${index}`, "/login", WRONG));
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
    // Another network, and the right password there.
    expect(await statusOf(0, "2001:db8:1:3::1", "/login", WRONG)).toBe(422);
    expect(await statusOf(1, "2001:db8:1:3::1", "/login", { ...WRONG, password: "Wattle-Demo1" })).toBe(200);
    // The right password does not help where guesses were made.
    expect(await statusOf(1, "2001:db8:1:2::99", "/login", { ...WRONG, password: "Wattle-Demo1" })).toBe(429);
  });

  test("guesses at the same moment are counted before they are answered", async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        statusOf(index, "198.51.100.7", "/login", { ...WRONG, email: "unknown@mail.example" }),
      ),
    );
    expect(answers.filter((status) => status === 422)).toHaveLength(10);
    expect(answers.filter((status) => status === 429)).toHaveLength(6);
  });

  test("ordinary requests", async () => {
    const ip = "198.51.100.8";
    let allowed = 0;
    await vi.waitFor(async () => {
      const statuses = await Promise.all(
        [one, other].map(async (app) => (await app.client({ ip }).get("/api/currencies")).status),
      );
      allowed += statuses.filter((status) => status === 200).length;
      expect(statuses).toEqual([429, 429]);
    });
    // A tenth more for the other process, and what was on its way.
    expect(allowed).toBeLessThan(30);
  });
});

describe.each([
  ["sqlite", "memory:"],
  ["sqlite", "database:"],
  ["postgres", "database:"],
] as const)("on %s with %s", (dialect, url) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect, env: { LIMITS_URL: url } });
  });
  afterAll(() => api.close());

  test("sixty registrations an hour for all addresses of one IPv6 network", async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 61; index++) {
      const client = api.client({ ip: `2001:db8:9:9:${index.toString(16)}::1` });
      statuses.push((await client.post("/register", {})).status);
    }
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([422]));
    expect(statuses[60]).toBe(429);
    expect((await api.client({ ip: "2001:db8:9:a::1" }).post("/register", {})).status).toBe(422);
  });

  test("thirty guesses at a reset link for all addresses of one IPv6 network", async () => {
    const guess = (index: number) =>
      api.client({ ip: `2001:db8:8:8:${index.toString(16)}::1` }).post("/reset-password", {
        token: "guess",
        email: "customer@demo.test",
        password: "Another-Horse8",
        password_confirmation: "Another-Horse8",
      });
    const statuses: number[] = [];
    for (let index = 0; index < 31; index++) statuses.push((await guess(index)).status);
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([422]));
    expect(statuses[30]).toBe(429);
  });

  describe("reset mails", () => {
    const email = "partner@demo.test";
    const ask = async (ip: string): Promise<void> => {
      expect((await api.client({ ip }).post("/forgot-password", { email })).status).toBe(200);
    };
    const mails = async (): Promise<number> => {
      const { body } = await api.client().get<{ data: { to: string; subject: string }[] }>("/dev/mail.json");
      return body.data.filter(({ to, subject }) => to === email && subject.includes("password")).length;
    };

    test("that a stranger asks for do not stop the owner's own", async () => {
      const before = await mails();
      for (let index = 0; index < 7; index++) await ask(`2001:db8:5:5::${index}`);
      expect(await mails()).toBe(before + 5);
      await ask("203.0.113.77");
      expect(await mails()).toBe(before + 6);
    });

    test("of many strangers end at thirty an hour, the owner's at home do not", async () => {
      api.clock.advance(61 * MINUTE);
      const home = api.client({ ip: "203.0.113.88" });
      await home.login(email);
      const before = await mails();
      await Promise.all(Array.from({ length: 40 }, (_, index) => ask(`198.51.100.${index}`)));
      expect(await mails()).toBe(before + 30);
      const flooded = await mails();
      await ask("198.51.100.99");
      expect(await mails()).toBe(flooded);
      // From the network in which the owner is signed in, and from the signed-in browser on the road.
      await ask("203.0.113.88");
      expect(await mails()).toBe(flooded + 1);
      const road = api.client({ ip: "192.0.2.200" });
      for (const name of home.cookies.names) road.cookies.set(name, home.cookies.get(name) ?? "");
      expect((await mutate(road, "accounts.forgotPassword", { email })).status).toBe(200);
      expect(await mails()).toBe(flooded + 2);
    });
  });
});
