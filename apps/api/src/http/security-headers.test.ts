import { describe, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { securityHeaders } from "./security-headers.ts";

const policyOf = (headers: Readonly<Record<string, string>>): Map<string, string[]> =>
  new Map(
    headers["content-security-policy"]?.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );

describe("security headers", () => {
  const headers = securityHeaders(readConfig({}));

  test("forbid what no page of ours does", () => {
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "origin-agent-cluster": "?1",
    });
    const policy = policyOf(headers);
    expect(policy.get("default-src")).toEqual(["'self'"]);
    expect(policy.get("script-src")).toEqual(["'self'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect(policy.get("object-src")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("form-action")).toEqual(["'self'"]);
  });

  test("let another site's scripts in only where it is the captcha", () => {
    const withRecaptcha = securityHeaders(
      readConfig({
        CAPTCHA_PROVIDER: "recaptcha",
        RECAPTCHA_SITE_KEY: "site",
        RECAPTCHA_SECRET_KEY: "secret",
      }),
    );
    expect(policyOf(withRecaptcha).get("script-src")).toContain("https://www.google.com/recaptcha/");
    expect(headers["content-security-policy"]).not.toContain("google");
  });

  test.each([
    ["http://localhost:3000", undefined],
    ["https://wattle.test", "max-age=63072000; includeSubDomains"],
  ])("at %s ask browsers to stay on https: %s", (origin, value) => {
    expect(securityHeaders(readConfig({ APP_ORIGIN: origin }))["strict-transport-security"]).toBe(value);
  });
});
