import { describe, expect, test } from "vitest";
import { keepUtm, keptUtm } from "./utm.ts";

describe("campaign values", () => {
  test("are kept from the address a visitor came by, with the flag by itself", () => {
    keepUtm("?utm_source=letter&utmstat=NG&page=2&utm_=x");
    expect(keptUtm()).toEqual({ utm_source: "letter", utmstat: "NG", utm_: "x" });
    expect(localStorage.getItem("utmstat")).toBe("ng");
  });

  test("of an earlier visit stay when the next address has none, and go when it has others", () => {
    keepUtm("?utm_source=first");
    keepUtm("");
    expect(keptUtm()).toEqual({ utm_source: "first" });
    keepUtm("?utm_source=second");
    expect(keptUtm()).toEqual({ utm_source: "second" });
  });

  test.each([
    ["nothing", ""],
    ["another parameter", "?next=/dashboard"],
    ["an overlong value", `?utm_source=${"x".repeat(201)}`],
    ["a name that is none", "?UTM_SOURCE=x&utm-source=x"],
  ])("%s keeps nothing", (_what, search) => {
    keepUtm(search);
    expect(keptUtm()).toBeUndefined();
  });

  test("broken storage reads as none", () => {
    localStorage.setItem("utm", "{");
    expect(keptUtm()).toBeUndefined();
  });
});
