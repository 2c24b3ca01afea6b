import { gzipSync } from "node:zlib";

/** A body that no call can take, with the status that refuses it. */
interface HostileBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly status: 400 | 413 | 415;
}

const json = { "content-type": "application/json" };
const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** Bodies that are made to cost a server time or memory. */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  { headers: json, body: nested(100_000), status: 413 },
  { headers: json, body: nested(30_000), status: 400 },
  { headers: json, body: '{"a":'.repeat(12_000), status: 400 },
  { headers: json, body: `{"balance":${nested(1000)}}`, status: 400 },
  { headers: json, body: '"\\u0000', status: 400 },
  { headers: json, body: Buffer.from([0xff, 0xfe, 0x00]), status: 400 },
  { headers: { ...json, "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(10_000_000)), status: 415 },
  { headers: { ...json, "content-encoding": "br" }, body: "{}", status: 415 },
  { headers: { "content-type": "text/xml" }, body: "<a/>", status: 415 },
  { headers: { "content-type": "multipart/form-data; boundary=x" }, body: "--x--", status: 415 },
  { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "__proto__[a]=1", status: 415 },
];
