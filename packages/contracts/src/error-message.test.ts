import { describe, expect, test } from "vitest";
import { errorMessage, type FailedCall } from "./error-message.ts";

const long = "The amount that you have entered is not one that we can exchange";

describe("message derivation", () => {
  test.each<[string, FailedCall, string]>([
    ["500 hides everything", { status: 500, message: "secret", errors: { a: ["b"] } }, "Server errors"],
    ["401 shows the server's message", { status: 401, message: "Signed out" }, "Signed out"],
    ["401 without a message", { status: 401 }, "This user is unauthorized."],
    [
      "403 shows the server's message",
      { status: 403, message: "This account is blocked." },
      "This account is blocked.",
    ],
    ["403 with an empty message", { status: 403, message: "" }, "This user is unauthorized."],
    ["401 ignores the validation list", { status: 401, errors: { a: ["x"] } }, "This user is unauthorized."],
    ["405 shows the server's message", { status: 405, message: "Not so", errors: { a: ["x"] } }, "Not so"],
    ["405 without a message", { status: 405 }, "Request failed with status code 405"],
    [
      "422 flattens the list in order",
      { status: 422, message: "m", errors: { a: ["x", "y"], b: ["z"] } },
      "x, y, z",
    ],
    ["duplicates are removed", { status: 422, errors: { a: ["x"], b: ["x", "y"] } }, "x, y"],
    ["40 characters stay whole", { status: 422, errors: { a: ["a".repeat(40)] } }, "a".repeat(40)],
    [
      "41 characters are cut into pieces of 20",
      { status: 422, errors: { a: ["abcdefghijklmnopqrst" + "ABCDEFGHIJKLMNOPQRST" + "!"] } },
      "abcdefghijklmnopqrst, ABCDEFGHIJKLMNOPQRST, !",
    ],
    ["equal pieces count as duplicates", { status: 422, errors: { a: ["a".repeat(60)] } }, "a".repeat(20)],
    [
      "a long sentence",
      { status: 422, errors: { a: [long] } },
      "The amount that you , have entered is not , one that we can exch, ange",
    ],
    ["an empty list falls back to the message", { status: 422, message: "m", errors: {} }, "m"],
    ["empty entries fall back to the message", { status: 422, message: "m", errors: { a: [] } }, "m"],
    ["404 shows the message", { status: 404, message: "Not found." }, "Not found."],
    ["503 shows the message", { status: 503, message: "Get rate failed" }, "Get rate failed"],
    ["no message at all", { status: 418 }, "Request failed with status code 418"],
    ["no answer at all", { status: 0 }, "Request failed with status code 0"],
  ])("%s", (_title, failed, expected) => {
    expect(errorMessage(failed)).toBe(expected);
  });
});
