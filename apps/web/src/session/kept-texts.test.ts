// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { forgetOthersTexts, keepTexts, takeTexts } from "./kept-texts.ts";

beforeEach(() => {
  sessionStorage.clear();
  keepTexts("hold", "ann", { note: "Payee in another name" });
});

test("what was kept is taken once, by the account that typed it", () => {
  expect(takeTexts("hold", "ann")).toEqual({ note: "Payee in another name" });
  expect(takeTexts("hold", "ann")).toBeUndefined();
});

test("another account gets nothing of it, and leaves nothing of it", () => {
  expect(takeTexts("hold", "bob")).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
});

test("once another account is logged in nothing of it is left, and all else is", () => {
  keepTexts("note", "bob", { text: "Called" });
  sessionStorage.setItem("wantedPath", "/teamaccess");
  sessionStorage.setItem("typed:broken", "{");
  forgetOthersTexts("bob");
  expect(Object.keys(sessionStorage).toSorted()).toEqual(["typed:note", "wantedPath"]);
});
