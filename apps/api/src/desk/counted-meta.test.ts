import { COUNTED_AT_MOST } from "@wattle/db/pages";
import { expect, test } from "vitest";
import { countedMetaOf } from "./counted-meta.ts";

test.each([
  [COUNTED_AT_MOST, false],
  [COUNTED_AT_MOST + 1, true],
])(
  "of %i rows of a long list a thousand are counted, and whether there are more is said: %s",
  (counted, more) => {
    const meta = { current_page: 3, last_page: 50, per_page: 20, total: 1000, more };
    expect(countedMetaOf(3, 20, counted)).toEqual(meta);
  },
);
