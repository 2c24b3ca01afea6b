import type { UserData } from "@wattle/contracts/accounts";
import { describe, expect, test } from "vitest";
import { userOf } from "../testing/users.ts";
import { countryOf } from "./country.ts";

describe("the country whose currencies are offered", () => {
  test.each<[string, UserData | null, string | null, string]>([
    ["a customer's default_country", userOf("NG"), null, "NG"],
    ["a customer's, whatever the flag", userOf("AU"), "ng", "AU"],
    ["a visitor's flag", null, "ng", "NG"],
    ["none for a visitor without a flag", null, null, ""],
  ])("%s", (_description, user, flag, expected) => {
    if (flag !== null) localStorage.setItem("utmstat", flag);
    expect(countryOf(user)).toBe(expected);
  });
});
