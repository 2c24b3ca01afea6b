import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { PASSWORD_TEXT } from "./field-rules.ts";
import { useShortMessages } from "./zod-messages.ts";

/** Values that a client may send at any place of a payload instead of the right one. */
const WRONG = [
  undefined,
  null,
  "",
  " ",
  "?",
  "\u0000",
  "x".repeat(20_000),
  -1,
  0.5,
  1e21,
  true,
  [],
  [""],
  {},
];
const MANY = Array.from({ length: 1000 }, () => "?");

/** The shape of a payload with `wrong` at each place that holds no others. */
function payloads(schema: unknown, wrong: unknown): unknown[] {
  if (schema instanceof z.ZodObject) {
    const inner = Object.entries(schema.shape as Record<string, unknown>);
    return [Object.fromEntries(inner.map(([key, field]) => [key, payloads(field, wrong)[0]]))];
  }
  if (schema instanceof z.ZodArray) return [[payloads(schema.element, wrong)[0]]];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => payloads(option, wrong));
  if (schema instanceof z.ZodPipe) return payloads(schema.in, wrong);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return payloads(schema.unwrap(), wrong);
  }
  return [wrong];
}

/** Every text that a schema answers to payloads which are wrong in some way. */
function messagesOf(schema: z.ZodType): string[] {
  const given = [...WRONG, MANY].flatMap((wrong) => [wrong, ...payloads(schema, wrong)]);
  return given.flatMap(
    (payload) => schema.safeParse(payload).error?.issues.map(({ message }) => message) ?? [],
  );
}

const schemas: Array<[string, z.ZodType]> = [];
for (const file of readdirSync(import.meta.dirname)) {
  if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
  const exported = (await import(`./${file}`)) as Record<string, unknown>;
  for (const [name, value] of Object.entries(exported)) {
    if (value instanceof z.ZodType) schemas.push([`${file} ${name}`, value]);
  }
}

describe("an alert shows a schema's messages whole", () => {
  beforeAll(useShortMessages);

  test("the schemas of every module are looked at", () => {
    expect(schemas.length).toBeGreaterThan(80);
  });

  test.each(schemas)("%s", (_name, schema) => {
    const tooLong = messagesOf(schema).filter((text) => text.length > 40 && text !== PASSWORD_TEXT);
    expect([...new Set(tooLong)]).toEqual([]);
  });
});
