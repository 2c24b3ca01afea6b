import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  digestsOf,
  digestsText,
  gapsOf,
  gapsText,
  gapsWithout,
  rowBytes,
  sealBytes,
  sha256,
} from "./canonical.ts";

test("a row's bytes stay what they are", () => {
  const row = { id: "e-1", seq: 7n, kind: "exchange", description: 'a "b"\nc', reverses_entry_id: null };
  expect(rowBytes("ledger_entries", row)).toBe(
    'wattle row 1\nledger_entries\ndescription="a \\"b\\"\\nc"\nid="e-1"\nkind="exchange"\nseq=7',
  );
  expect(sha256(rowBytes("ledger_entries", row))).toBe("UVmxKeTkUWRqfrMudiwfks2lCI0rhSEDXYATKeXVgio");
});

test("a seal's bytes stay what they are", () => {
  const seal = {
    number: 2n,
    book: "audit",
    first_seq: 3n,
    last_seq: 4n,
    entries: 2n,
    previous_hash: "p",
  } as const;
  expect(sealBytes({ ...seal, kid: "k", sealed_at: 9n, gaps: "[]", digests: "d" })).toBe(
    `wattle seal 1\n2\naudit\n3\n4\n2\n9\nk\n${sha256("[]")}\n${sha256("d")}\np`,
  );
});

const text = fc.string({ unit: "binary" });
const column = fc.tuple(fc.stringMatching(/^[a-z_]{1,5}$/), fc.oneof(text, fc.bigInt(), fc.constant(null)));

test("rows that differ have other bytes, whatever their texts", () => {
  const known = (columns: [string, string | bigint | null][]) =>
    Object.fromEntries(columns.filter(([, value]) => value !== null));
  fc.assert(
    fc.property(fc.array(column), fc.array(column), (one, other) => {
      const [a, b] = [known(one), known(other)];
      const shown = (row: typeof a) =>
        Object.keys(row)
          .toSorted()
          .map((name) => [name, typeof row[name], String(row[name])]);
      const same = JSON.stringify(shown(a)) === JSON.stringify(shown(b));
      expect(rowBytes("t", a) === rowBytes("t", b)).toBe(same);
    }),
  );
});

test("digests and gaps are read as they were written", () => {
  const row = fc.record({
    seq: fc.bigInt({ min: 1n }),
    id: text,
    digest: text,
    postings: fc.array(fc.record({ position: text, digest: text })),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      expect(digestsOf(digestsText(rows))).toEqual(rows);
    }),
  );
  const gaps = [{ from: 1n, to: 3n, since: 5n }];
  expect(gapsOf(gapsText(gaps))).toEqual(gaps);
});

describe("what is left of gaps", () => {
  const numbers = (gaps: readonly { from: bigint; to: bigint }[]): bigint[] =>
    gaps.flatMap(({ from, to }) => Array.from({ length: Number(to - from) + 1 }, (_, n) => from + BigInt(n)));

  test("is every number that has not come", () => {
    const range = fc.tuple(fc.bigInt(0n, 20n), fc.bigInt(0n, 5n), fc.bigInt(0n, 9n));
    fc.assert(
      fc.property(fc.array(range), fc.array(fc.bigInt(0n, 30n)), (ranges, came) => {
        const gaps = ranges.map(([from, length, since]) => ({ from, to: from + length, since }));
        expect(numbers(gapsWithout(gaps, came))).toEqual(numbers(gaps).filter((seq) => !came.includes(seq)));
      }),
    );
  });
});
