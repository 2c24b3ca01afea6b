import { describe, expect, test } from "vitest";
import { JsonNumber } from "./money.ts";
import { metaOf, paging, wholeNumber } from "./paging.ts";

describe("pages", () => {
  test.each([
    [{}, { page: 1, per_page: 20 }],
    [
      { page: "3", per_page: "100" },
      { page: 3, per_page: 100 },
    ],
    [
      { page: 2, per_page: 1 },
      { page: 2, per_page: 1 },
    ],
    [{ page: new JsonNumber("7") }, { page: 7, per_page: 20 }],
    [{ page: "1000000" }, { page: 1_000_000, per_page: 20 }],
  ])("%j asks for %j", (query, expected) => {
    expect(paging.parse(query)).toEqual(expected);
  });

  test.each([
    { page: "0" },
    { page: "-1" },
    { page: "1.5" },
    { page: "1e3" },
    { page: "0x1" },
    { page: " 1" },
    { page: "" },
    { page: "one" },
    { page: "1000001" },
    { page: "99999999999999999999" },
    { page: ["1", "2"] },
    { page: null },
    { page: true },
    { page: Number.NaN },
    { page: new JsonNumber("1e2") },
    { per_page: "0" },
    { per_page: "101" },
  ])("%j is refused at its field", (query) => {
    const { error } = paging.safeParse(query);
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual(Object.keys(query));
  });

  test("a refusal says what is taken", () => {
    expect(wholeNumber(1, 100).safeParse("x").error?.issues[0]?.message).toBe(
      "Enter a whole number from 1 to 100",
    );
  });
});

test.each([
  [0, 20, 1],
  [1, 20, 1],
  [20, 20, 1],
  [21, 20, 2],
  [45, 20, 3],
  [100, 1, 100],
])("%i rows in pages of %i are %i pages", (total, perPage, lastPage) => {
  expect(metaOf(1, perPage, total)).toEqual({
    current_page: 1,
    last_page: lastPage,
    per_page: perPage,
    total,
  });
});
