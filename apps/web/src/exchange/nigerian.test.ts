import type { UserData } from "@wattle/contracts/accounts";
import { describe, expect, test } from "vitest";
import { isNigerian } from "./nigerian.ts";
import { userOf } from "./testing/users.ts";

describe("Nigerian status", () => {
  test.each<[string, UserData | null, string | null, boolean]>([
    ["a customer whose default_country is NG", userOf("NG"), null, true],
    ["a customer from elsewhere", userOf("AU"), null, false],
    ["a customer from elsewhere who came with the flag", userOf("AU"), "ng", false],
    ["a visitor whose utmstat is ng", null, "ng", true],
    ["a visitor with another flag", null, "au", false],
    ["a visitor without a flag", null, null, false],
  ])("%s", (_description, user, flag, expected) => {
    if (flag !== null) localStorage.setItem("utmstat", flag);
    expect(isNigerian(user)).toBe(expected);
  });
});
