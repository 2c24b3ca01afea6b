import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { CaptchaPass, CaptchaSettings } from "@wattle/contracts/captcha";
import type { ErrorBody } from "@wattle/contracts/errors";
import { DIALECTS } from "@wattle/db/testing/databases";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registration } from "../testing/visitor.ts";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { query } from "../testing/call-procedure.ts";
import type { TestClient } from "../testing/client.ts";
import type { AltchaChallenge } from "../access/altcha.ts";

const MINUTE = 60_000;

/** Acts as the widget: fetches a challenge and solves it. */
async function solved(client: TestClient): Promise<string> {
  const { body: challenge } = await client.get<AltchaChallenge>("/api/captcha/challenge");
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

const check = (client: TestClient, recaptchaToken: unknown) =>
  client.post<CaptchaPass & ErrorBody>("/api/captcha", { recaptchaToken });

describe.each(DIALECTS)("altcha on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect, env: { CAPTCHA_PROVIDER: "altcha" } });
  });
  afterAll(() => api.close());

  test("registering needs a pass, and takes it from the payload", async () => {
    const client = api.client();
    const without = await client.post<ErrorBody>("/register", registration());
    expect(without.status).toBe(422);
    expect(without.body).toMatchObject({
      code: "captcha_required",
      errors: { captcha: [expect.any(String)] },
    });
    const { body } = await check(client, await solved(client));
    const other = api.client();
    const answer = await other.post("/register", registration({ captcha: body.pass }));
    expect(answer.status).toBe(201);
  });

  test("the pass also travels as a cookie, once", async () => {
    const client = api.client();
    const answer = await check(client, await solved(client));
    expect(answer.status).toBe(200);
    expect(answer.setCookies.find((cookie) => cookie.startsWith("captcha_pass="))).toMatch(
      /HttpOnly; SameSite=Lax; Max-Age=600/,
    );
    const payload = { name: "Mary Ann", email: "mary@mail.example", message: "May I ask something?" };
    expect((await client.post("/api/support", payload)).status).toBe(201);
    expect(client.cookies.get("captcha_pass")).toBeUndefined();
    expect((await client.post<ErrorBody>("/api/support", payload)).body.code).toBe("captcha_required");
  });

  test("a pass opens one call, also when two use it at once", async () => {
    const client = api.client();
    const { body } = await check(client, await solved(client));
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        api.client().post("/forgot-password", { email: "a@mail.example", captcha: body.pass }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
  });

  test("a pass lasts ten minutes", async () => {
    const client = api.client();
    const { body } = await check(client, await solved(client));
    expect(Date.parse(body.expires_at) - api.clock.now()).toBe(10 * MINUTE);
    api.clock.advance(10 * MINUTE);
    const answer = await client.post<ErrorBody>("/forgot-password", {
      email: "a@mail.example",
      captcha: body.pass,
    });
    expect(answer.body.code).toBe("captcha_failed");
    api.clock.advance(-10 * MINUTE);
  });

  test("a solution counts once", async () => {
    const client = api.client();
    const token = await solved(client);
    expect((await check(client, token)).status).toBe(200);
    expect((await check(client, token)).body.code).toBe("captcha_failed");
  });

  test("a wrong field does not spend the pass", async () => {
    const client = api.client();
    const { body } = await check(client, await solved(client));
    const wrong = await client.post("/register", registration({ email: "x", captcha: body.pass }));
    expect(wrong.status).toBe(422);
    expect((await client.post("/register", registration({ captcha: body.pass }))).status).toBe(201);
  });

  test("forged, unsolved and foreign tokens are refused", async () => {
    const client = api.client();
    const { body: challenge } = await client.get<AltchaChallenge>("/api/captcha/challenge");
    const pack = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: "00" } };
    for (const token of [
      "nonsense",
      pack(null),
      pack({ challenge, solution: { counter: 1, derivedKey: "00" } }),
      pack({ challenge, solution: { counter: "1", derivedKey: null } }),
      pack({ challenge: easier, solution: await solveChallenge({ challenge: easier, deriveKey }) }),
    ]) {
      const answer = await check(client, token);
      expect(answer.status, token).toBe(422);
      expect(answer.body.errors).toHaveProperty("recaptchaToken");
    }
    expect((await check(client, undefined)).status).toBe(422);
    const forged = await client.post<ErrorBody>("/register", registration({ captcha: "a.zzzzzzzzz.c" }));
    expect(forged.body.code).toBe("captcha_failed");
  });

  test("signing in needs one after three failures of an address, known or not", async () => {
    for (const email of ["customer@demo.test", "unknown@demo.test"]) {
      const client = api.client({ ip: "10.3.0.1" });
      const attempt = (changes: Readonly<Record<string, unknown>> = {}) =>
        client.post<ErrorBody>("/login", { email, password: "wrong", ...changes });
      for (let failure = 1; failure <= 3; failure += 1) {
        expect((await attempt()).body.code).toBe("invalid_credentials");
      }
      expect((await attempt()).body.code).toBe("captcha_required");
      const { body } = await check(client, await solved(client));
      expect((await attempt({ captcha: body.pass })).body.code).toBe("invalid_credentials");
    }
    const client = api.client({ ip: "10.3.0.1" });
    const { body } = await check(client, await solved(client));
    const credentials = { email: "customer@demo.test", password: "Wattle-Demo1" };
    expect((await client.post<ErrorBody>("/login", credentials)).status).toBe(200);
    expect((await client.post<ErrorBody>("/login", { ...credentials, captcha: body.pass })).status).toBe(422);
  });
});

test("with CAPTCHA_PROVIDER=none nothing asks for one, and the check succeeds", async () => {
  const api = await startTestApp({ dialect: "sqlite", env: { CAPTCHA_PROVIDER: "none" } });
  try {
    const client = api.client();
    expect((await query<CaptchaSettings>(client, "captcha.settings")).data).toEqual({
      provider: "none",
      site_key: null,
    });
    expect((await check(client, "anything")).status).toBe(200);
    expect((await client.get("/api/captcha/challenge")).status).toBe(404);
    for (let failure = 1; failure <= 5; failure += 1) {
      const { body } = await client.post<ErrorBody>("/login", { email: "a@mail.example", password: "x" });
      expect(body.code).toBe("invalid_credentials");
    }
  } finally {
    await api.close();
  }
});

describe("reCAPTCHA, against a stand-in of Google's endpoint", () => {
  let google: Server;
  let asked: URLSearchParams | undefined;
  let answer: { status: number; body: string } = { status: 200, body: "" };
  let api: TestApp;
  beforeAll(async () => {
    google = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        asked = new URLSearchParams(Buffer.concat(chunks).toString());
        response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => google.listen(0, "127.0.0.1", resolve));
    const address = google.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    api = await startTestApp({
      dialect: "sqlite",
      env: {
        CAPTCHA_PROVIDER: "recaptcha",
        RECAPTCHA_SITE_KEY: "site-key",
        RECAPTCHA_SECRET_KEY: "the-secret",
        RECAPTCHA_URL: `http://127.0.0.1:${port}/siteverify`,
        LOG_LEVEL: "fatal",
      },
    });
  });
  afterAll(async () => {
    await api.close();
    await new Promise((resolve) => google.close(resolve));
  });

  test("a token that Google accepts becomes a pass", async () => {
    answer = { status: 200, body: JSON.stringify({ success: true }) };
    const client = api.client({ ip: "10.2.0.9" });
    expect((await query<CaptchaSettings>(client, "captcha.settings")).data.site_key).toBe("site-key");
    const { status, body } = await check(client, "token-of-the-widget");
    expect(status).toBe(200);
    expect(Object.fromEntries(asked ?? [])).toEqual({
      secret: "the-secret",
      response: "token-of-the-widget",
      remoteip: "10.2.0.9",
    });
    expect((await client.post("/register", registration({ captcha: body.pass }))).status).toBe(201);
  });

  test.each([
    [
      "refuses",
      200,
      JSON.stringify({ success: false, "error-codes": ["timeout-or-duplicate"] }),
      "captcha_failed",
    ],
    ["is broken", 500, "", "service_unavailable"],
    ["answers nonsense", 200, "<html>", "service_unavailable"],
    ["answers something else", 200, "[]", "service_unavailable"],
  ])("no one passes when Google %s", async (_what, status, body, code) => {
    answer = { status, body };
    expect((await check(api.client(), "token")).body.code).toBe(code);
  });
});
