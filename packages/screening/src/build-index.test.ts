import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildIndex } from "./build-index.ts";
import type { Target } from "./build-index.ts";
import { compareIdentity } from "./compare-identity.ts";
import type { Identity } from "./compare-identity.ts";
import { HIT_THRESHOLD } from "./compare-names.ts";

const target = (id: string, name: string, more: Partial<Target> = {}): Target => ({
  id,
  name,
  names: [],
  ...more,
});

describe("a search", () => {
  const index = buildIndex([
    target("a", "Harald Lindqvist", { birthDates: ["1945"] }),
    target("b", "Harald Lindqvist", { birthDates: ["1970"] }),
    target("c", "Rosa Delgado", { names: ["The Heron", "Роза Дельгадо"] }),
    target("d", "Harald Lindkvist"),
    target("e", "?!"),
  ]);

  test("finds hits, best first", () => {
    const hits = index.search({ name: "Lindqvist, Harald", birthDate: "1970-05-01" }, 10);
    expect(hits.map(({ id }) => id)).toEqual(["b", "d", "a"]);
    expect(hits[0]).toEqual({
      id: "b",
      ...compareIdentity(
        { name: "Lindqvist, Harald", birthDate: "1970-05-01" },
        { names: ["Harald Lindqvist"], birthDates: ["1970"] },
      ),
    });
  });

  test("has at most as many as asked for", () => {
    expect(index.search({ name: "Harald Lindqvist" }, 1)).toHaveLength(1);
    expect(index.search({ name: "Harald Lindqvist" }, 0)).toEqual([]);
  });

  test("finds other names, and a target once", () => {
    expect(index.search({ name: "Rosa Delgado" }, 10).map(({ id }) => id)).toEqual(["c"]);
    expect(index.search({ name: "the heron" }, 10).map(({ id }) => id)).toEqual(["c"]);
  });

  test.each(["", "?!", "\u200f", "H. L.", "x".repeat(50_000), "=1+1"])("finds nothing for %j", (name) => {
    expect(index.search({ name }, 10)).toEqual([]);
  });

  test("a list may be empty", () => {
    expect(buildIndex([]).search({ name: "Harald Lindqvist" }, 10)).toEqual([]);
  });
});

describe("a search finds what a comparison with every target calls a hit", () => {
  const words = `
    Mohammed Muhammad Mahmoud Ahmad Ali Hassan Hussein al bin Abdul Abdurrahman Rahman
    J H. Jon Jonas Jonathan Harald Harold Harry Bill William Lindqvist Lindkvist
    Jean Marie Jeanmarie Rosa Rosi Delgado Dalgado Dr Mr Kim Gim Jong Jongun un O'Malley Malley
    محمد حسن سلمان Salman Юрий Yuri 김 정은 王 秀英 Wang Xiuying Xiu Ying
  `;
  const word = fc.constantFrom(...words.trim().split(/\s+/));
  const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
  const birthDate = fc.constantFrom(undefined, "1970-05-01", "1971", "1985");
  const country = fc.constantFrom("AU", "SE", "AF");
  const listed = fc.record({
    name,
    names: fc.array(name, { maxLength: 2 }),
    birthDates: fc.array(
      birthDate.map((date) => date ?? ""),
      { maxLength: 2 },
    ),
    countries: fc.array(country, { maxLength: 2 }),
  });
  const identity = fc.record({ name, birthDate, countries: fc.array(country, { maxLength: 1 }) });

  const scanned = (asked: Identity, targets: readonly Target[]) =>
    targets
      .map((target) => ({
        id: target.id,
        ...compareIdentity(asked, { ...target, names: [target.name, ...target.names] }),
      }))
      .filter(({ score }) => score >= HIT_THRESHOLD)
      .toSorted((one, other) => one.id.localeCompare(other.id));

  test("with the same scores", () => {
    fc.assert(
      fc.property(
        fc.array(listed, { minLength: 100, maxLength: 300 }),
        fc.array(identity, { minLength: 5, maxLength: 5 }),
        (list, asked) => {
          const targets = list.map((target, number) => ({ id: String(number), ...target }));
          const index = buildIndex(targets);
          for (const one of asked) {
            const found = index.search(one, targets.length);
            expect(found.toSorted((hit, other) => hit.id.localeCompare(other.id))).toEqual(
              scanned(one, targets),
            );
          }
        },
      ),
      { numRuns: 5 },
    );
  });
});
