/** Writes a small database of addresses in MaxMind's format: https://maxmind.github.io/MaxMind-DB/ */
import { writeFileSync } from "node:fs";

const MAP = 7;
const TEXT = 2;
const LONG_TYPES = { uint16: 5, uint32: 6, uint64: 9, list: 11 } as const;
const MARK = Buffer.from("abcdef4d61784d696e642e636f6d", "hex");
/** Bytes of zero between tree and data. */
const GAP = 16;
const ADDRESS_BITS = 32;

type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

function control(type: number, size: number): Buffer {
  if (size > 28) throw new RangeError("a small database has short values");
  return type <= 7 ? Buffer.from([(type << 5) | size]) : Buffer.from([size, type - 7]);
}

function encoded(value: Value): Buffer {
  if (typeof value === "string")
    return Buffer.concat([control(TEXT, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(LONG_TYPES.uint32, 4), bytes]);
  }
  if (Array.isArray(value)) {
    const parts = (value as readonly Value[]).map(encoded);
    return Buffer.concat([control(LONG_TYPES.list, parts.length), ...parts]);
  }
  const entries = Object.entries(value);
  return Buffer.concat([
    control(MAP, entries.length),
    ...entries.flatMap(([key, each]) => [encoded(key), encoded(each)]),
  ]);
}

const bitsOf = (address: string): number[] =>
  address
    .split(".")
    .flatMap((part) => Array.from({ length: 8 }, (_, bit) => (Number(part) >> (7 - bit)) & 1));

/** @param countries by IPv4 address */
export function writeAddressDatabase(
  file: string,
  countries: Readonly<Record<string, string>>,
  type = "Test-Country",
): void {
  const values = Object.values(countries).map((code) => encoded({ country: { iso_code: code } }));
  const nodes: [number | undefined, number | undefined][] = [[undefined, undefined]];
  // Ends of paths are below zero until the number of nodes is known.
  Object.keys(countries).forEach((address, index) => {
    let node = 0;
    bitsOf(address).forEach((bit, depth) => {
      const at = nodes[node] ?? [undefined, undefined];
      if (depth === ADDRESS_BITS - 1) at[bit] = -1 - index;
      else if (at[bit] === undefined) at[bit] = nodes.push([undefined, undefined]) - 1;
      node = at[bit] ?? 0;
    });
  });
  const offsets = values.map((_, index) =>
    values.slice(0, index).reduce((sum, { length }) => sum + length, 0),
  );
  const record = (to: number | undefined): Buffer => {
    const value =
      to === undefined ? nodes.length : to < 0 ? nodes.length + GAP + (offsets[-1 - to] ?? 0) : to;
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const tree = nodes.flatMap(([left, right]) => [record(left), record(right)]);
  const metadata = encoded({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 0,
    database_type: type,
    description: { en: "made up" },
    ip_version: 4,
    languages: ["en"],
    node_count: nodes.length,
    record_size: 32,
  });
  writeFileSync(file, Buffer.concat([...tree, Buffer.alloc(GAP), ...values, MARK, metadata]));
}
