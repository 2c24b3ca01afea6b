import { createHmac } from "node:crypto";
import { DomainError } from "@wattle/contracts/errors";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startStandIn, type StandIn } from "../prices/testing/stand-in-server.ts";
import { startSumsub, type StandInSumsub } from "../testing/stand-in-sumsub.ts";
import type { IdentityProvider } from "./provider.ts";
import { createSumsub } from "./sumsub.ts";

const CUSTOMER = "0190a0c0-0000-7000-8000-000000000001";
const PARTS = {
  appToken: "sbx:the-token",
  secretKey: "the-secret",
  webhookSecret: "the-webhook-secret",
  level: "id-and-liveness",
  now: () => 1_790_000_000_000,
  log: { warn: () => undefined },
};

describe("Sumsub's stand-in", () => {
  let sumsub: StandInSumsub;
  let provider: IdentityProvider;
  beforeAll(async () => {
    sumsub = await startSumsub({ ...PARTS, secret: PARTS.secretKey });
    provider = createSumsub({ ...PARTS, url: sumsub.url });
  });
  afterAll(() => sumsub.close());

  test("makes a link for a signed call, which names level and customer", async () => {
    expect(await provider.start(CUSTOMER)).toBe("https://in.sumsub.com/websdk/p/sbx_1");
    expect(sumsub.links).toEqual([{ levelName: "id-and-liveness", userId: CUSTOMER, ttlInSecs: 1800 }]);
  });

  test("refuses a call that is signed with another secret", async () => {
    const other = createSumsub({ ...PARTS, url: sumsub.url, secretKey: "another" });
    await expect(other.start(CUSTOMER)).rejects.toMatchObject({ code: "service_unavailable" });
    await expect(other.read(CUSTOMER)).rejects.toMatchObject({ code: "service_unavailable" });
  });

  test("knows no one who has not opened the link", async () => {
    expect(await provider.read("stranger")).toBeUndefined();
  });

  const REVIEWS: readonly (readonly [string, object, string, readonly string[]])[] = [
    ["someone who has begun", { reviewStatus: "init" }, "started", []],
    ["pending", { reviewStatus: "pending" }, "checking", []],
    ["queued", { reviewStatus: "queued" }, "checking", []],
    ["on hold", { reviewStatus: "onHold" }, "checking", []],
    ["a status of a later version", { reviewStatus: "surprised" }, "checking", []],
    [
      "an earlier answer of one that is checked again",
      { reviewStatus: "pending", reviewResult: { reviewAnswer: "GREEN" } },
      "checking",
      [],
    ],
    ["completed without an answer", { reviewStatus: "completed" }, "checking", []],
    ["GREEN", { reviewStatus: "completed", reviewResult: { reviewAnswer: "GREEN" } }, "approved", []],
    [
      "GREEN at another level",
      { reviewStatus: "completed", levelName: "phone-only", reviewResult: { reviewAnswer: "GREEN" } },
      "declined",
      ["Other level: phone-only"],
    ],
    [
      "RED that may retry",
      {
        reviewStatus: "completed",
        reviewResult: { reviewAnswer: "RED", reviewRejectType: "RETRY", rejectLabels: ["BAD_SELFIE"] },
      },
      "retry",
      ["BAD_SELFIE"],
    ],
    [
      "RED for good",
      {
        reviewStatus: "completed",
        reviewResult: { reviewAnswer: "RED", reviewRejectType: "FINAL", rejectLabels: ["FORGERY"] },
      },
      "declined",
      ["FORGERY"],
    ],
    ["RED of no type", { reviewStatus: "completed", reviewResult: { reviewAnswer: "RED" } }, "declined", []],
    [
      "an answer of a later version",
      { reviewStatus: "completed", reviewResult: { reviewAnswer: "YELLOW" } },
      "declined",
      [],
    ],
  ];
  test.each(REVIEWS)("reads %s", async (_what, review, state, labels) => {
    sumsub.review(CUSTOMER, review);
    expect(await provider.read(CUSTOMER)).toMatchObject({
      applicantId: sumsub.applicantOf(CUSTOMER),
      state,
      found: { name: "Mary Applicant", birth_date: "1990-02-28", document_number: "PA1234567", labels },
    });
  });

  test("a profile that was made inactive is no one's", async () => {
    sumsub.review(
      CUSTOMER,
      { reviewStatus: "completed", reviewResult: { reviewAnswer: "GREEN" } },
      { deleted: true },
    );
    expect(await provider.read(CUSTOMER)).toBeUndefined();
  });

  test("each review has a name of its own, and the same one keeps it", async () => {
    const completed = { reviewStatus: "completed", reviewResult: { reviewAnswer: "GREEN" } };
    sumsub.review(CUSTOMER, { ...completed, attemptId: "first" });
    const first = await provider.read(CUSTOMER);
    expect((await provider.read(CUSTOMER))?.review).toBe(first?.review);
    sumsub.review(CUSTOMER, { ...completed, attemptId: "second" });
    expect((await provider.read(CUSTOMER))?.review).not.toBe(first?.review);
  });
});

describe("a Sumsub that answers badly", () => {
  let standIn: StandIn;
  let provider: IdentityProvider;
  beforeAll(async () => {
    standIn = await startStandIn();
  });
  beforeEach(() => {
    provider = createSumsub({ ...PARTS, url: standIn.url });
  });
  afterAll(() => standIn.close());

  const away = { code: "service_unavailable", message: "ID checks are down. Try again soon." };
  test.each([
    ["HTML", "<html>Down</html>", 200],
    ["nothing", "", 200],
    ["a failure", '{"code":500}', 500],
    ["too many requests", '{"code":429}', 429],
    ["a refused signature", '{"code":401,"errorCode":4003}', 401],
    ["a list", "[]", 200],
    ["null", "null", 200],
    [
      "another customer",
      JSON.stringify({ id: "a", externalUserId: "other", review: { reviewStatus: "completed" } }),
      200,
    ],
    [
      "an identifier that is an address",
      JSON.stringify({ id: "../x", externalUserId: CUSTOMER, review: { reviewStatus: "init" } }),
      200,
    ],
    ["more than a megabyte", `"${"x".repeat(1024 * 1024)}"`, 200],
  ])("%s is no outcome and no link", async (_what, body, status) => {
    standIn.answerJson(body, status);
    await expect(provider.read(CUSTOMER)).rejects.toMatchObject(away);
    await expect(provider.start(CUSTOMER)).rejects.toMatchObject(away);
  });

  test("one that redirects, or does not answer, is away", async () => {
    standIn.answerJson("", 302, { location: "https://example.com" });
    await expect(provider.read(CUSTOMER)).rejects.toMatchObject(away);
    standIn.answer((_request, response) => void response.destroy());
    await expect(provider.read(CUSTOMER)).rejects.toMatchObject(away);
    await expect(createSumsub({ ...PARTS, url: "http://127.0.0.1:1" }).start(CUSTOMER)).rejects.toMatchObject(
      away,
    );
  });

  test.each([
    "http://in.sumsub.com/websdk/p/x",
    "https://in.sumsub.com.example.com/p/x",
    "https://example.com/#in.sumsub.com",
    "https://user@in.sumsub.com/p/x",
    "https://in.sumsub.com:8443/p/x",
    "javascript:alert(1)",
    "not an address",
  ])("the link %s leads nowhere", async (url) => {
    standIn.answerJson(JSON.stringify({ url }));
    await expect(provider.start(CUSTOMER)).rejects.toMatchObject(away);
  });
});

describe("a webhook's signature", () => {
  const provider = createSumsub({ ...PARTS, url: "http://127.0.0.1:1" });
  const body = Buffer.from(
    JSON.stringify({ type: "applicantReviewed", externalUserId: CUSTOMER, note: "é" }),
  );
  const digest = (hash: string, secret = PARTS.webhookSecret) =>
    createHmac(hash, secret).update(body).digest("hex");
  const hint = (headers: Record<string, string>, sent = body) =>
    provider.hint({ body: sent, header: (name) => headers[name] });

  test.each([
    ["SHA-256", { "x-payload-digest-alg": "HMAC_SHA256_HEX", "x-payload-digest": digest("sha256") }],
    ["SHA-512", { "x-payload-digest-alg": "HMAC_SHA512_HEX", "x-payload-digest": digest("sha512") }],
    ["the default", { "x-payload-digest": digest("sha256") }],
  ])("holds by %s", (_what, headers) => {
    expect(hint(headers)).toBe(CUSTOMER);
  });

  test.each<[string, Record<string, string>]>([
    ["none", {}],
    ["an empty one", { "x-payload-digest": "" }],
    ["no hex", { "x-payload-digest": "zz" }],
    ["a part", { "x-payload-digest": digest("sha256").slice(0, 32) }],
    ["another secret", { "x-payload-digest": digest("sha256", "other") }],
    ["the app token's secret", { "x-payload-digest": digest("sha256", PARTS.secretKey) }],
    ["SHA-1", { "x-payload-digest-alg": "HMAC_SHA1_HEX", "x-payload-digest": digest("sha1") }],
    ["a foreign algorithm", { "x-payload-digest-alg": "none", "x-payload-digest": digest("sha256") }],
    [
      "an algorithm that every object has",
      { "x-payload-digest-alg": "constructor", "x-payload-digest": digest("sha256") },
    ],
    [
      "another algorithm than it says",
      { "x-payload-digest-alg": "HMAC_SHA512_HEX", "x-payload-digest": digest("sha256") },
    ],
  ])("does not hold by %s", (_what, headers) => {
    expect(() => hint(headers)).toThrow(DomainError);
  });

  test("a body of another form is genuine, and about no one", () => {
    for (const text of ["", "{", "[]", "null", '{"externalUserId":7}']) {
      const sent = Buffer.from(text);
      const signed = createHmac("sha256", PARTS.webhookSecret).update(sent).digest("hex");
      expect(hint({ "x-payload-digest": signed }, sent), text).toBeUndefined();
    }
    expect(() => hint({ "x-payload-digest": digest("sha256") }, Buffer.from("{}"))).toThrow(DomainError);
  });
});
