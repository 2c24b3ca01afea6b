import { describe, expect, test } from "vitest";
import { bankAccountProblem } from "./bank-account-rules.ts";
import { fieldProblem } from "./field-rules.ts";
import { looksLike, MIXED_SCRIPTS, mixesScripts } from "./name-scripts.ts";

describe("a name", () => {
  test.each([
    ["Latin with marks, signs and digits", "José-María O’Neill 3rd", false],
    ["Vietnamese", "Nguyễn Thị Minh Khai", false],
    ["Russian", "Мария Петрова", false],
    ["Greek", "Μαρία Παπαδοπούλου", false],
    ["Arabic", "محمد علي", false],
    ["Hindi", "मोहन दास", false],
    ["Cherokee only, which the table leaves out", "ᏣᎳᎩ", false],
    ["Japanese", "山田タロー はなこ Taro", false],
    ["Chinese with Bopomofo and Latin", "王小明 ㄨㄤ Wang", false],
    ["Korean with Latin", "김민수 金 Kim", false],
    ["nothing", "", false],
    ["Latin with a Cyrillic a", "Mаry Smith", true],
    ["Latin with a Greek o", "Jοhn", true],
    ["Cyrillic with Greek", "Пαвел", true],
    ["a Latin first name and a Cyrillic last one", "Maria Петрова", true],
    ["Latin with a Cherokee letter", "Ꭺnna", true],
    ["Japanese with Korean", "はなこ 김", true],
  ])("%s: %s", (_what, name, mixed) => {
    expect(mixesScripts(name)).toBe(mixed);
    expect(fieldProblem("middle_name", name)).toBe(mixed ? MIXED_SCRIPTS : undefined);
    if (name === "") return;
    expect(bankAccountProblem("account_name", { currency: "AUD", account_name: name })).toBe(
      mixed ? MIXED_SCRIPTS : undefined,
    );
  });
});

test.each([
  ["the same", "Mary Smith", "Mary Smith", false],
  ["written otherwise", "Mary Smith", "MARY SMITH", false],
  ["another", "Mary Smith", "Mary Smyth", false],
  ["a capital i for an l", "Ilan Miller", "llan Miller", true],
  ["rn for m", "Tom Palmer", "Torn Palmer", true],
  ["vv for w", "Will Brown", "VVill Brown", true],
  ["a one for an l", "Paul", "Pau1", true],
  ["wholly Cyrillic", "Сара", "Capa", true],
  ["wholly Greek", "ΑΝΝΑ", "ANNA", true],
])("two names, %s: %s and %s", (_what, one, other, alike) => {
  expect([looksLike(one, other), looksLike(other, one)]).toEqual([alike, alike]);
});
