import { execFileSync, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import type { ErrorBody } from "@wattle/contracts/errors";
import type { SecondFactorStatus } from "@wattle/contracts/second-factor";
import { DIALECTS } from "@wattle/db/testing/databases";
import { everythingStored } from "@wattle/db/testing/everything";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/app-for-test.ts";
import { mutate, query } from "../testing/call-procedure.ts";
import type { Answer, TestClient } from "../testing/client.ts";
import { codeAt, turnOnTotp } from "../testing/totp.ts";
import { confirmed, linkTo, mailsTo, PASSWORD } from "../testing/visitor.ts";

const STEP = 30_000;
const MINUTE = 60_000;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, section 6, without padding. */
function base32Bytes(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A code as RFC 4226 and RFC 6238 define it. @param now milliseconds since 1970 */
function rfcCode(secret: string, now: number): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(now / STEP)));
  const mac = createHmac("sha1", base32Bytes(secret)).update(step).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const binary = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(binary % 1_000_000).padStart(6, "0");
}

/** The program of that name (Debian's package), where it is installed. */
const oathtool =
  spawnSync("oathtool", ["--version"]).status === 0
    ? (secret: string, now: number): string =>
        execFileSync("oathtool", ["--totp", "--base32", `--now=@${Math.floor(now / 1000)}`, secret], {
          encoding: "utf8",
        }).trim()
    : undefined;

test.skipIf(oathtool !== undefined)(
  "codes made by oathtool are not tested: it is not installed",
  () => undefined,
);

// RFC 6238, appendix B, the rows of SHA-1: the last six of its eight digits.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [20_000_000_000, "353130"],
])("the codes written out here are the RFC's: at %i seconds %s", (seconds, code) => {
  expect(rfcCode("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", seconds * 1000)).toBe(code);
});

describe.each(DIALECTS)("two-step login on %s", (dialect) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await startTestApp({ dialect, env: { LOG_LEVEL: "info" } });
  });
  afterAll(() => api.close());

  let addresses = 0;
  /** A client at an address of its own, so that limits of one test do not reach another. */
  const stranger = (): TestClient => api.client({ ip: `10.9.0.${(addresses += 1) % 250}` });
  const logIn = (
    email: string,
    second_factor?: { readonly kind: string; readonly code: string },
    client = stranger(),
  ): Promise<Answer<ErrorBody>> =>
    client.post<ErrorBody>("/login", { email, password: PASSWORD, second_factor });
  const totp = (code: string) => ({ kind: "totp", code });
  const recovery = (code = "") => ({ kind: "recovery", code });

  /** A new account with two-step login on, at a moment when its newest code is unused. */
  async function guarded() {
    const person = await confirmed(api);
    const factor = await turnOnTotp(api, person.client);
    api.clock.advance(STEP);
    return { ...person, ...factor, code: () => codeAt(factor.secret, api.clock.now()) };
  }

  test("is off until a first code has confirmed the app", async () => {
    const { client, email } = await confirmed(api);
    expect((await query(client, "secondFactor.status")).data).toEqual({
      totp_since: null,
      recovery_codes_left: 0,
      passkeys: 0,
      password_alone: false,
      needed_first: false,
    });
    const begun = await mutate<{ secret: string; uri: string }>(client, "secondFactor.totpBegin");
    expect(begun.data.uri).toContain(`secret=${begun.data.secret}`);
    expect(begun.data.uri).toContain(encodeURIComponent(email));
    const wrong = await mutate(client, "secondFactor.totpConfirm", { code: "000 00" });
    expect([wrong.status, wrong.code, wrong.errors]).toEqual([
      422,
      "second_factor_invalid",
      { code: ["Wrong or used code. Try a new one."] },
    ]);
    expect((await logIn(email)).status).toBe(200);
    const done = await mutate<{ recovery_codes: string[] }>(client, "secondFactor.totpConfirm", {
      code: codeAt(begun.data.secret, api.clock.now()),
    });
    expect(done.data.recovery_codes).toHaveLength(10);
    expect((await query<SecondFactorStatus>(client, "secondFactor.status")).data).toEqual({
      totp_since: new Date(api.clock.now()).toISOString(),
      recovery_codes_left: 10,
      passkeys: 0,
      password_alone: false,
      needed_first: false,
    });
    expect((await logIn(email)).body.code).toBe("second_factor_required");
    expect((await mailsTo(api, email))[0]?.subject).toBe("Two-step login is on");
  });

  test("asks for a code once the password is right, and signs in with it", async () => {
    const { email, code } = await guarded();
    const asked = await logIn(email);
    expect([asked.status, asked.body.code, asked.body.errors, asked.setCookies.join()]).toEqual([
      422,
      "second_factor_required",
      { second_factor: ["Enter your login code."] },
      expect.not.stringContaining("session="),
    ]);
    const client = stranger();
    const spaced = code().replace(/^.../, "$& ");
    expect((await logIn(email, totp(spaced), client)).status).toBe(200);
    expect((await client.get("/api/users/balance")).status).toBe(200);
  });

  test("a wrong password is answered alike, whether there is a second factor or not, right code or wrong", async () => {
    const [plain, two] = [await confirmed(api), await guarded()];
    const answers = [];
    for (const [email, second_factor] of [
      [plain.email, undefined],
      [two.email, undefined],
      [two.email, totp(two.code())],
      ["no-one@mail.example", totp("000000")],
    ] as const) {
      const answer = await stranger().post<ErrorBody>("/login", {
        email,
        password: "Wrong-Pass1",
        second_factor,
      });
      answers.push({ ...answer.body, request_id: "" });
    }
    expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.code).toBe("invalid_credentials");
    // The code was not looked at, so it is still good.
    expect((await logIn(two.email, totp(two.code()))).status).toBe(200);
  });

  test("an account without a second factor signs in whatever code is sent", async () => {
    const { email } = await confirmed(api);
    expect((await logIn(email, totp("123456"))).status).toBe(200);
  });

  test.each([
    ["used", (last: string) => last, "second_factor_invalid"],
    ["of five digits", (last: string) => last.slice(1), "second_factor_invalid"],
    ["in Arabic digits", (last: string) => arabic(last), "second_factor_invalid"],
    ["of letters", () => "abcdef", "second_factor_invalid"],
    ["that is empty", () => "", "validation_failed"],
    ["as long as a book", () => "1".repeat(65), "validation_failed"],
  ])("a code %s is refused", async (_case, made, refusal) => {
    const { email, code } = await guarded();
    const last = code();
    expect((await logIn(email, totp(last))).status).toBe(200);
    const answer = await logIn(email, totp(made(last)));
    expect([answer.status, answer.body.code]).toEqual([422, refusal]);
  });

  test("codes of the steps next to this one sign in, those further away do not, and none before one that was used", async () => {
    const { email, secret } = await guarded();
    const now = api.clock.now();
    const at = async (steps: number): Promise<string> => {
      const { body, status } = await logIn(email, totp(codeAt(secret, now + steps * STEP)));
      return status === 200 ? "in" : body.code;
    };
    expect([await at(-2), await at(2)]).toEqual(["second_factor_invalid", "second_factor_invalid"]);
    expect([await at(0), await at(1)]).toEqual(["in", "in"]);
    // One step back is in time, but older than the newest that was used.
    expect([await at(1), await at(0), await at(-1)]).toEqual(Array(3).fill("second_factor_invalid"));
  });

  test.each([
    ["by RFC 6238 written out here", rfcCode],
    ...(oathtool === undefined ? [] : ([["by oathtool", oathtool]] as const)),
  ] as const)("codes made %s sign in over REST, with a step either way", async (_maker, codeOf) => {
    const { client, email } = await confirmed(api);
    const { data } = await mutate<{ secret: string }>(client, "secondFactor.totpBegin");
    const at = (steps: number): string => codeOf(data.secret, api.clock.now() + steps * STEP);
    expect((await mutate(client, "secondFactor.totpConfirm", { code: at(0) })).status).toBe(200);
    expect((await logIn(email, totp(at(2)))).body.code).toBe("second_factor_invalid");
    expect((await logIn(email, totp(at(1)))).status).toBe(200);
    api.clock.advance(3 * STEP);
    expect((await logIn(email, totp(at(-1)))).status).toBe(200);
    expect((await logIn(email, totp(at(0)))).status).toBe(200);
  });

  test("the code that turned it on does not sign in as well", async () => {
    const { client, email } = await confirmed(api);
    const { secret } = await turnOnTotp(api, client);
    const code = codeAt(secret, api.clock.now());
    expect((await logIn(email, totp(code))).body.code).toBe("second_factor_invalid");
  });

  test("of ten logins at once with one code one gets in, and the others count as wrong", async () => {
    const { email, code } = await guarded();
    const once = code();
    const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(email, totp(once))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "second_factor_invalid")).toHaveLength(9);
  });

  test("a recovery code signs in once, also where it is used twice at once, however it is typed", async () => {
    const { client, email, recoveryCodes } = await guarded();
    const [first = "", second = ""] = recoveryCodes;
    const typed = first.toLowerCase().replaceAll("-", " ");
    const answers = await Promise.all([logIn(email, recovery(first)), logIn(email, recovery(typed))]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect((await logIn(email, recovery(second))).status).toBe(200);
    expect((await query<SecondFactorStatus>(client, "secondFactor.status")).data.recovery_codes_left).toBe(8);
  });

  test("a code of one kind is none of the other, and none of another account", async () => {
    const [anna, ben] = [await guarded(), await guarded()];
    for (const proof of [
      recovery(anna.code()),
      totp(anna.recoveryCodes[0] ?? ""),
      totp(ben.code()),
      recovery(ben.recoveryCodes[0]),
    ]) {
      expect((await logIn(anna.email, proof)).body.code).toBe("second_factor_invalid");
    }
    expect((await logIn(ben.email, totp(ben.code()))).status).toBe(200);
    expect((await logIn(ben.email, recovery(ben.recoveryCodes[0]))).status).toBe(200);
  });

  test("ten wrong codes lock the factor for 15 minutes and leave the sessions alone", async () => {
    const { client, email, code, recoveryCodes } = await guarded();
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await logIn(email, totp("00000x"))).body.code).toBe("second_factor_invalid");
    }
    const locked = await logIn(email, totp(code()));
    expect([locked.status, locked.body.code, locked.headers["retry-after"]]).toEqual([
      429,
      "too_many_requests",
      "900",
    ]);
    // The thief knows the password and no recovery code: the owner still has those.
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await logIn(email, recovery("WRONG"))).body.code).toBe("second_factor_invalid");
    }
    expect((await logIn(email, recovery(recoveryCodes[0]))).status).toBe(200);
    expect((await client.get("/api/users/balance")).status).toBe(200);
    api.clock.advance(15 * MINUTE - 1);
    expect((await logIn(email, totp(code()))).status).toBe(429);
    api.clock.advance(1);
    expect((await logIn(email, totp(code()))).status).toBe(200);
  });

  test("of a hundred wrong codes at once ten are looked at", async () => {
    const { email, code } = await guarded();
    const tries = Array.from({ length: 100 }, () => logIn(email, totp("00000x")));
    const codes = (await Promise.all(tries)).map(({ body }) => body.code);
    expect(codes.filter((refusal) => refusal === "second_factor_invalid")).toHaveLength(10);
    expect(codes.filter((refusal) => refusal === "too_many_requests")).toHaveLength(90);
    expect((await logIn(email, totp(code()))).status).toBe(429);
  });

  test("wrong codes count as failed logins of their sender, and its owner sees them", async () => {
    const { client, email, code } = await guarded();
    const thief = stranger();
    for (let tries = 0; tries < 9; tries += 1) await logIn(email, totp("00000x"), thief);
    await logIn(email, totp(code()));
    api.clock.advance(STEP);
    // Asking what is needed is no failure, so it is not what makes ten.
    expect((await logIn(email, undefined, thief)).body.code).toBe("second_factor_required");
    await logIn(email, totp("00000x"), thief);
    expect((await logIn(email, totp(code()), thief)).body.code).toBe("too_many_requests");
    expect((await logIn(email, totp(code()))).status).toBe(200);
    const { data } = await query<{ succeeded: boolean }[]>(client, "sessions.signIns");
    expect(data.filter(({ succeeded }) => !succeeded)).toHaveLength(10);
  });

  test("a blocked account's factor is asked for too", async () => {
    const { email, id, code } = await guarded();
    const operator = api.client();
    await operator.login("operator@demo.test");
    await mutate(operator, "ops.customers.block", { id, internal_note: "stolen phone" });
    expect((await logIn(email)).body.code).toBe("second_factor_required");
    expect((await logIn(email, totp(code()))).status).toBe(200);
  });

  test("new recovery codes replace the old ones", async () => {
    const { client, email, recoveryCodes } = await guarded();
    const { data } = await mutate<{ recovery_codes: string[] }>(client, "secondFactor.newRecoveryCodes");
    expect(data.recovery_codes).toHaveLength(10);
    expect((await logIn(email, recovery(recoveryCodes[0]))).body.code).toBe("second_factor_invalid");
    expect((await logIn(email, recovery(data.recovery_codes[0]))).status).toBe(200);
  });

  test("turned off, the password alone signs in, and its owner gets a mail", async () => {
    const { client, email, recoveryCodes } = await guarded();
    expect((await mutate(client, "secondFactor.disable")).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
    expect((await query(client, "secondFactor.status")).data).toEqual({
      totp_since: null,
      recovery_codes_left: 0,
      passkeys: 0,
      password_alone: false,
      needed_first: false,
    });
    expect((await mailsTo(api, email)).map(({ subject }) => subject)).toContain("Two-step login is off");
    // Turned on again, it has another secret, and none of the old codes.
    await turnOnTotp(api, client);
    expect((await logIn(email, recovery(recoveryCodes[0]))).body.code).toBe("second_factor_invalid");
  });

  test.each(["secondFactor.disable", "secondFactor.newRecoveryCodes"])(
    "%s conflicts where it is off",
    async (procedure) => {
      const { client } = await confirmed(api);
      expect((await mutate(client, procedure)).code).toBe("state_conflict");
      // A factor that is being set up is not on either.
      await mutate(client, "secondFactor.totpBegin");
      expect((await mutate(client, procedure)).code).toBe("state_conflict");
    },
  );

  test("an app that is in use is not replaced by another", async () => {
    const { client, code } = await guarded();
    expect((await mutate(client, "secondFactor.totpBegin")).code).toBe("state_conflict");
    expect((await mutate(client, "secondFactor.totpConfirm", { code: code() })).code).toBe("state_conflict");
  });

  test("asking for a secret again makes the one before worthless", async () => {
    const { client } = await confirmed(api);
    const first = await mutate<{ secret: string }>(client, "secondFactor.totpBegin");
    const second = await mutate<{ secret: string }>(client, "secondFactor.totpBegin");
    const confirm = (secret: string) =>
      mutate(client, "secondFactor.totpConfirm", { code: codeAt(secret, api.clock.now()) });
    expect((await confirm(first.data.secret)).code).toBe("second_factor_invalid");
    expect((await confirm(second.data.secret)).status).toBe(200);
  });

  test("a password reset does not take it off", async () => {
    const { email, code } = await guarded();
    await api.client().post("/forgot-password", { email });
    const token = new URLSearchParams((await linkTo(api, email)).split("?")[1]).get("token");
    const reset = await stranger().post("/reset-password", {
      token,
      email,
      password: PASSWORD,
      password_confirmation: PASSWORD,
    });
    expect(reset.status).toBe(200);
    expect((await logIn(email)).body.code).toBe("second_factor_required");
    expect((await logIn(email, totp(code()))).status).toBe(200);
  });

  test("a login under way while it is turned on does not get in without a code", async () => {
    const { client, email } = await confirmed(api);
    const { sessions } = api.services;
    const start = sessions.start.bind(sessions);
    let secret: string | undefined;
    try {
      Object.assign(sessions, {
        start: async (...given: Parameters<typeof start>) => {
          secret = (await turnOnTotp(api, client)).secret;
          return start(...given);
        },
      });
      const late = stranger();
      expect((await logIn(email, undefined, late)).body.code).toBe("second_factor_required");
      expect(secret).toBeDefined();
      expect((await late.get("/api/users/balance")).status).toBe(401);
    } finally {
      Object.assign(sessions, { start });
    }
  });

  test("neither the secret nor a recovery code is readable in the database or the log", async () => {
    const { email, secret, recoveryCodes, code } = await guarded();
    await logIn(email, recovery(recoveryCodes[0]));
    await logIn(email, totp(code()));
    const stored = await everythingStored(api.services.database, api.databaseUrl);
    const logged = JSON.stringify(api.log);
    expect(stored).toContain(email);
    expect(logged).toContain("second-factor-on");
    for (const value of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((text) => text.replaceAll("-", "")),
    ]) {
      expect(stored.includes(value)).toBe(false);
      expect(logged.includes(value)).toBe(false);
    }
  });
});

const arabic = (code: string): string =>
  code.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(0x06_60 + Number(digit)));
