import { expect, test } from "vitest";
import { limitsPlaces, tokenInput } from "./tokens.ts";

test.each([
  [[], false],
  [["203.0.113.7"], true],
  [["203.0.113.0/24", "2001:db8::/32"], true],
  [["203.0.0.0/16"], true],
  [["203.0.0.0/15"], false],
  [["0.0.0.0/0"], false],
  [["203.0.113.7", "::/0"], false],
  [["2000::/3"], false],
])("whether %j limits where a token works: %s", (addresses, limits) => {
  expect(limitsPlaces(addresses)).toBe(limits);
  const token = { name: "Payer", scopes: ["withdraw"], addresses };
  expect(tokenInput.safeParse(token).success).toBe(limits);
  expect(tokenInput.safeParse({ ...token, expires_in_days: 30 }).success).toBe(true);
});
