import { DomainError } from "@wattle/contracts/errors";
import { JsonNumber } from "@wattle/contracts/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJsonBody } from "./json-body.ts";

describe("JSON bodies", () => {
  test.each(["0.1", "1e-8", "12345678901234567890.123456789", "-0", "1E400", "100000000000000000000001"])(
    "the number %s keeps its text",
    (source) => {
      const body = parseJsonBody(`{"amount": ${source}, "list": [${source}]}`) as {
        amount: JsonNumber;
        list: JsonNumber[];
      };
      expect(body.amount).toBeInstanceOf(JsonNumber);
      expect(body.amount.source).toBe(source);
      expect(body.list[0]?.source).toBe(source);
    },
  );

  test("however it is spelled, a number keeps exactly its text, deep inside as well", () => {
    const literal = fc
      .tuple(
        fc.constantFrom("", "-"),
        fc.oneof(fc.constant("0"), fc.stringMatching(/^[1-9][0-9]{0,25}$/)),
        fc.option(fc.stringMatching(/^[0-9]{1,20}$/), { nil: undefined }),
        fc.option(fc.stringMatching(/^[eE][+-]?[0-9]{1,4}$/), { nil: "" }),
      )
      .map(
        ([sign, whole, decimals, exponent]) =>
          sign + whole + (decimals === undefined ? "" : `.${decimals}`) + exponent,
      );
    const key = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "a.5", "1e5"));
    fc.assert(
      fc.property(fc.array(fc.tuple(key, literal), { minLength: 1, maxLength: 5 }), (members) => {
        const inner = members.map(([name, source]) => `${JSON.stringify(name)}:${source}`).join(",");
        const { list } = parseJsonBody(`{"list":[{${inner}}]}`) as { list: [object] };
        for (const [name, source] of new Map(members)) {
          const descriptor = Object.getOwnPropertyDescriptor(list[0], name);
          expect(descriptor?.value).toBeInstanceOf(JsonNumber);
          expect(descriptor?.value).toEqual(new JsonNumber(source));
        }
      }),
    );
  });

  test("a number alone is a body too", () => {
    expect(parseJsonBody("5")).toEqual(new JsonNumber("5"));
  });

  test("everything that is no number is as JSON.parse reads it", () => {
    fc.assert(
      fc.property(
        fc
          .jsonValue({ maxDepth: 5 })
          .map((value) =>
            JSON.parse(JSON.stringify(value), (_, part: unknown) =>
              typeof part === "number" ? String(part) : part,
            ),
          ),
        (value) => {
          expect(parseJsonBody(JSON.stringify(value))).toEqual(value);
        },
      ),
    );
  });

  test.each([
    "",
    "{",
    "{'a':1}",
    '{"a":1,}',
    "[1,]",
    "NaN",
    "undefined",
    '"\u0001"',
    "{}{}",
    "01",
    "+1",
    ".5",
  ])("%j is no JSON", (text) => {
    expect(() => parseJsonBody(text)).toThrow(new DomainError("malformed_json"));
  });

  test("nesting is bounded before it is parsed; brackets within text do not count", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(() => parseJsonBody(nested(32))).not.toThrow();
    expect(() => parseJsonBody(nested(33))).toThrow("The body is nested too deeply.");
    expect(() => parseJsonBody('{"a":'.repeat(33) + "1" + "}".repeat(33))).toThrow("nested too deeply");
    expect(parseJsonBody(JSON.stringify({ text: `${'"'}${"[".repeat(100)}\\` }))).toEqual({
      text: `"${"[".repeat(100)}\\`,
    });
    expect(() => parseJsonBody("[".repeat(65_000))).toThrow("nested too deeply");
  });

  test("__proto__ is a key like any other", () => {
    const body = parseJsonBody('{"__proto__": {"polluted": true}}');
    expect(Object.keys(Object(body) as object)).toEqual(["__proto__"]);
    expect({}).not.toHaveProperty("polluted");
  });
});
