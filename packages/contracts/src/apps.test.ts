import { expect, test } from "vitest";
import { APP_LIMITS, appInput, isRedirect } from "./apps.ts";

test.each([
  ["https://tax.example/back", true],
  ["https://tax.example", true],
  ["https://tax.example/back?from=wattle", true],
  ["https://tax.example:8443/back", true],
  ["http://127.0.0.1:8080/back", true],
  ["http://localhost/back", true],
  ["http://[::1]:9/back", true],
  ["http://tax.example/back", false],
  ["http://127.0.0.1.tax.example/", false],
  ["http://localhost.tax.example/", false],
  ["https://tax.example/back#part", false],
  ["https://tax.example/back#", false],
  ["https://mary@tax.example/", false],
  ["https://mary:pass@tax.example/", false],
  ["https://@tax.example/", false],
  [String.raw`https://tax.example\@evil.example/`, false],
  ["https://tax.example/a/../back", false],
  ["https://TAX.example/back", false],
  ["https://tax.example:443/back", false],
  ["https://tax.example/ back", false],
  ["https://tax.example/\nback", false],
  ["https://täx.example/", false],
  ["//tax.example/back", false],
  ["javascript:alert(1)", false],
  ["data:text/html,x", false],
  ["tax://back", false],
  ["https://", false],
  ["*", false],
])("redirect address %j: %s", (text, taken) => {
  expect(isRedirect(text)).toBe(taken);
});

test.each([
  ["one address", { redirects: ["https://tax.example/"] }, true],
  ["the same twice", { redirects: ["https://tax.example/", "https://tax.example/"] }, true],
  ["none", { redirects: [] }, false],
  ["too many", { redirects: Array.from({ length: 11 }, (_, at) => `https://tax.example/${at}`) }, false],
  ["too long", { redirects: [`https://tax.example/${"x".repeat(APP_LIMITS.redirect)}`] }, false],
  ["no name", { name: " ", redirects: ["https://tax.example/"] }, false],
  ["a name that runs backwards", { name: "Tax\u202eapp", redirects: ["https://tax.example/"] }, false],
  ["a name in two alphabets", { name: "Tаx app", redirects: ["https://tax.example/"] }, false],
  ["a wrong IP address", { redirects: ["https://tax.example/"], addresses: ["203.0.113.0/99"] }, false],
])("an app with %s", (_case, fields, taken) => {
  expect(appInput.safeParse({ name: "Tax app", ...fields }).success).toBe(taken);
});
