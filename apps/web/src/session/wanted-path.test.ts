import { describe, expect, test } from "vitest";
import { signInSearch } from "./sign-in-search.ts";
import { forgetWantedPath, rememberWantedPath, samePath, wantedPath } from "./wanted-path.ts";

describe("only paths of this site are followed", () => {
  test.each([
    ["/dashboard", "/dashboard"],
    ["/dashboard/transactions-history?page=2#top", "/dashboard/transactions-history?page=2#top"],
    ["/a/../b", "/b"],
  ])("%s leads on", (text, path) => {
    expect(samePath(text)).toBe(path);
  });

  test.each([
    ["another site", "https://evil.example/"],
    ["another site without its protocol", "//evil.example"],
    ["a backslash that browsers read as a slash", "/\\evil.example"],
    ["a backslash further on", "/x\\..\\..//evil.example"],
    ["dots that leave two slashes", "/..//evil.example"],
    ["a tab inside", "/\t/evil.example"],
    ["a line break", "/\n/evil.example"],
    ["a script", "javascript:alert(1)"],
    ["no slash", "dashboard"],
    ["nothing", ""],
    ["not a text", 7],
    ["nothing at all", undefined],
  ])("%s does not", (_title, text) => {
    expect(samePath(text)).toBeUndefined();
    expect(signInSearch({ next: text })).toEqual({});
  });

  test("a wanted path is remembered until it is forgotten, another site's never", () => {
    rememberWantedPath("/dashboard/currency-exchange");
    expect(wantedPath()).toBe("/dashboard/currency-exchange");
    forgetWantedPath();
    expect(wantedPath()).toBeUndefined();
    rememberWantedPath("//evil.example");
    expect(wantedPath()).toBeUndefined();
  });
});
