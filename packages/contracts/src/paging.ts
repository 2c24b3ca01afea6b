import { z } from "zod";
import { JsonNumber } from "./money.ts";

const LARGEST_PAGE = 1_000_000;

/** A whole number of a query string or a body, within bounds. */
export function wholeNumber(from: number, to: number) {
  const text = `Enter a whole number from ${from} to ${to}`;
  return z
    .custom<number | string>(() => true)
    .transform((value: unknown, context): number => {
      const source = value instanceof JsonNumber ? value.source : value;
      const number = typeof source === "string" && /^\d{1,9}$/.test(source) ? Number(source) : source;
      if (typeof number !== "number" || !Number.isInteger(number) || number < from || number > to) {
        context.addIssue({ code: "custom", message: text });
        return z.NEVER;
      }
      return number;
    })
    .meta({ type: "integer", minimum: from, maximum: to });
}

/** `?page=1&per_page=20`: pages count from 1, 1 to 100 rows each. */
export const paging = z.object({
  page: wholeNumber(1, LARGEST_PAGE).default(1),
  per_page: wholeNumber(1, 100).default(20),
});

export const pageMeta = z
  .object({
    current_page: z.int().positive(),
    last_page: z.int().positive(),
    per_page: z.int().positive(),
    total: z.int().nonnegative(),
  })
  .meta({ id: "PageMeta" });
export type PageMeta = z.infer<typeof pageMeta>;

/** The `meta` of a page of a list that may be too long to count. */
export const countedMeta = pageMeta
  .extend({
    /** Whether there are more rows than `total`. */
    more: z.boolean(),
  })
  .meta({ id: "CountedPageMeta" });
export type CountedMeta = z.infer<typeof countedMeta>;

/** The `meta` of a page; an empty list still has one page. */
export function metaOf(page: number, perPage: number, total: number): PageMeta {
  return { current_page: page, last_page: Math.max(1, Math.ceil(total / perPage)), per_page: perPage, total };
}
