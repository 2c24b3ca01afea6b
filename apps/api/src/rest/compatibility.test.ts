/** Programs that people wrote for the released API go on working, or CHANGELOG.md says what they meet. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import { describe, expect, test } from "vitest";
import { appRouter } from "../router.ts";
import { incompatibilities, surfaceOf, type Fact } from "./api-surface.ts";
import { isRecord } from "./json-schemas.ts";
import { buildOpenApi, type OpenApiDocument } from "./openapi.ts";
import { REST_ROUTES } from "./routes.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const document = buildOpenApi(appRouter, REST_ROUTES, {
  origin: "https://wattle.example",
  brand: DEFAULT_BRAND,
});
const released = readFileSync(path.join(import.meta.dirname, "released-surface.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Fact);
const changelog = readFileSync(path.join(ROOT, "CHANGELOG.md"), "utf8");

/** The lines of the newest version, which is not released yet. */
const unreleased = changelog.split(/^## /m)[1] ?? "";

test("each incompatible change of the document is a line of CHANGELOG.md", () => {
  expect(unreleased).toMatch(/^Unreleased\n/);
  const broken = incompatibilities(released, surfaceOf(document));
  expect(
    broken.filter((change) => !unreleased.includes(`- ${change}`)),
    "add them to CHANGELOG.md under Unreleased, or take them back",
  ).toEqual([]);
});

test("versions of CHANGELOG.md are the document's", () => {
  const [, newest] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/m.exec(changelog) ?? [];
  expect(newest).toBe(document.info["version"]);
});

/** The document with a part of it changed. */
function changed(
  pointer: readonly string[],
  change: (part: Record<string, unknown>) => void,
): OpenApiDocument {
  const copy = structuredClone({ ...document }) as OpenApiDocument;
  const part = pointer.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), copy);
  if (!isRecord(part)) throw new Error(`no ${pointer.join("/")} in the document`);
  change(part);
  return copy;
}

const schema = (...keys: string[]): string[] => ["components", "schemas", ...keys];

describe("what breaks programs", () => {
  test.each<[string, readonly string[], (part: Record<string, unknown>) => void, string]>([
    ["a path that is gone", ["paths"], (part) => delete part["/api/rates"], "`GET /api/rates` is gone"],
    [
      "another operationId",
      ["paths", "/api/get-rate", "post"],
      (part) => (part["operationId"] = "getRate"),
      "`POST /api/get-rate` no longer takes holdRate",
    ],
    [
      "a call that takes no token any more",
      ["paths", "/api/users/balance", "get"],
      (part) => (part["security"] = [{ session: [] }]),
      "`GET /api/users/balance` no longer takes bearer",
    ],
    [
      "another scope",
      ["paths", "/api/users/balance", "get"],
      (part) => (part["x-token-scope"] = "trade"),
      '`GET /api/users/balance` no longer takes scope "read"',
    ],
    [
      "a parameter that is gone",
      ["paths", "/api/rates", "get"],
      (part) => (part["parameters"] = []),
      "`GET /api/rates query in` is gone",
    ],
    [
      "a field of an answer that is gone",
      schema("HeldRate", "properties"),
      (part) => delete part["spread"],
      "`HeldRate.spread` is gone",
    ],
    [
      "a field of an answer that may be null",
      schema("HeldRate", "properties"),
      (part) => (part["hash"] = { type: ["string", "null"] }),
      "`HeldRate.hash` may be null",
    ],
    [
      "a field of an answer that may be missing",
      schema("HeldRate"),
      (part) => (part["required"] = ["rate"]),
      "`HeldRate.hash` may be missing",
    ],
    [
      "a field that could be left out",
      schema("SupportSendRequest"),
      (part) => (part["required"] = ["name", "email", "message", "topic"]),
      "`SupportSendRequest.topic` is required",
    ],
    [
      "a new field that is asked for",
      schema("QuotesGetRateRequest"),
      (part) => {
        (part["properties"] as Record<string, unknown>)["reason"] = { type: "string" };
        (part["required"] as string[]).push("reason");
      },
      "`QuotesGetRateRequest.reason` is required",
    ],
    [
      "a value that is no longer taken",
      schema("SupportSendRequest", "properties", "topic"),
      (part) => (part["enum"] = ["support"]),
      "`SupportSendRequest.topic` no longer takes otc",
    ],
    [
      "a list of values where any was taken",
      schema("SupportSendRequest", "properties", "name"),
      (part) => (part["enum"] = ["Mary"]),
      "`SupportSendRequest.name` no longer takes any value",
    ],
    [
      "a type that is no longer taken",
      schema("AmountInput"),
      (part) => (part["type"] = "string"),
      "`AmountInput` no longer takes number",
    ],
    [
      "a shorter text",
      schema("SupportSendRequest", "properties", "message"),
      (part) => (part["maxLength"] = 400),
      "`SupportSendRequest.message` has another maxLength: `400`",
    ],
    [
      "a lower bound where there was none",
      schema("TokensCreateRequest", "properties", "addresses"),
      (part) => (part["minItems"] = 1),
      "`TokensCreateRequest.addresses` has another minItems: `1`",
    ],
    [
      "another pattern",
      schema("CurrencyCode"),
      (part) => (part["pattern"] = "^[A-Z]{3}$"),
      '`CurrencyCode` has another pattern: `"^[A-Z]{3}$"`',
    ],
    [
      "an error code that is gone",
      schema("ErrorCode"),
      (part) => (part["enum"] = (part["enum"] as string[]).filter((code) => code !== "quote_used")),
      "`error quote_used` is gone",
    ],
    [
      "an error code with another status",
      ["paths", "/api/users/transactions", "post", "responses"],
      (part) => (part["410"] = part["409"]),
      "`error quote_used` may be status 410",
    ],
    [
      "an event that lost its data",
      schema("Transaction", "properties"),
      (part) => delete part["reference"],
      "`Transaction.reference` is gone",
    ],
  ])("%s", (_what, pointer, change, sentence) => {
    expect(incompatibilities(surfaceOf(document), surfaceOf(changed(pointer, change)))).toContain(sentence);
  });
});

describe("what breaks none", () => {
  test.each<[string, readonly string[], (part: Record<string, unknown>) => void]>([
    ["another path", ["paths"], (part) => (part["/api/more"] = part["/api/rates"])],
    [
      "another field of an answer",
      schema("HeldRate", "properties"),
      (part) => (part["more"] = { type: "string" }),
    ],
    [
      "a field that may be left out",
      schema("QuotesGetRateRequest", "properties"),
      (part) => (part["more"] = { type: "string" }),
    ],
    [
      "a longer text",
      schema("SupportSendRequest", "properties", "message"),
      (part) => (part["maxLength"] = 600),
    ],
    [
      "another value that is taken",
      schema("SupportSendRequest", "properties", "topic"),
      (part) => (part["enum"] as string[]).push("press"),
    ],
    [
      "another status of a transaction",
      schema("Transaction", "properties", "status"),
      (part) => (part["enum"] as string[]).push("paused"),
    ],
    ["another error code", schema("ErrorCode"), (part) => (part["enum"] as string[]).push("tired")],
    ["another text", schema("HeldRate", "properties", "rate"), (part) => (part["description"] = "A rate")],
  ])("%s", (_what, pointer, change) => {
    expect(incompatibilities(surfaceOf(document), surfaceOf(changed(pointer, change)))).toEqual([]);
  });
});
