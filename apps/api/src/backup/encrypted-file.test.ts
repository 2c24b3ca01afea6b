import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { newDataKeyText, parseDataKeys, type DataKey } from "@wattle/db/sealed/data-key";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decryptFile, encryptFile } from "./encrypted-file.ts";

const PIECE = 64 * 1024;
const SALT = 16;
const STORED = PIECE + 16;

const newKey = (): DataKey => {
  const [key] = parseDataKeys(newDataKeyText());
  if (key === undefined) throw new Error("no key");
  return key;
};

describe("an encrypted file", () => {
  let root: string;
  const key = newKey();
  const at = (name: string): string => path.join(root, name);
  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), "wattle-encrypted-"));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const encrypt = async (content: Buffer): Promise<Buffer> => {
    writeFileSync(at("plain"), content);
    await encryptFile({ from: at("plain"), to: at("stored"), key, name: "database" });
    return readFileSync(at("stored"));
  };
  const decrypt = async (stored: Buffer, other: { key?: DataKey; name?: string } = {}): Promise<Buffer> => {
    writeFileSync(at("stored"), stored);
    await decryptFile({ from: at("stored"), to: at("opened"), key, name: "database", ...other });
    return readFileSync(at("opened"));
  };
  const content = Buffer.from(Array.from({ length: 3 * PIECE + 5 }, (_, place) => place % 251));

  test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 3 * PIECE + 5])(
    "of %i bytes opens as it was, and does not show what is in it",
    async (length) => {
      const plain = content.subarray(0, length);
      const stored = await encrypt(plain);
      expect((await decrypt(stored)).equals(plain)).toBe(true);
      expect(stored.length).toBe(SALT + length + 16 * Math.max(1, Math.ceil(length / PIECE)));
      if (length > 16) expect(stored.includes(plain.subarray(0, 16))).toBe(false);
    },
  );

  test("is another one each time", async () => {
    expect((await encrypt(content)).equals(await encrypt(content))).toBe(false);
  });

  test.each<[string, (stored: Buffer) => Buffer]>([
    ["cut within a piece", (stored) => stored.subarray(0, -3)],
    ["cut at the end of a piece", (stored) => stored.subarray(0, SALT + 2 * STORED)],
    ["cut to its salt", (stored) => stored.subarray(0, SALT)],
    ["cut within its salt", (stored) => stored.subarray(0, 5)],
    ["empty", () => Buffer.alloc(0)],
    ["longer", (stored) => Buffer.concat([stored, Buffer.from("more")])],
    [
      "with two pieces swapped",
      (stored) =>
        Buffer.concat([
          stored.subarray(0, SALT),
          stored.subarray(SALT + STORED, SALT + 2 * STORED),
          stored.subarray(SALT, SALT + STORED),
          stored.subarray(SALT + 2 * STORED),
        ]),
    ],
    [
      "without its first piece",
      (stored) => Buffer.concat([stored.subarray(0, SALT), stored.subarray(SALT + STORED)]),
    ],
  ])("that is %s does not open", async (_what, damage) => {
    await expect(decrypt(damage(await encrypt(content)))).rejects.toThrow(
      /^database (does not open|is cut off)/,
    );
  });

  test("with any bit changed does not open", async () => {
    const stored = await encrypt(content.subarray(0, 1_000));
    await fc.assert(
      fc.asyncProperty(fc.nat(stored.length - 1), fc.nat(7), async (place, bit) => {
        const changed = Buffer.from(stored);
        changed[place] = (changed[place] ?? 0) ^ (1 << bit);
        await expect(decrypt(changed)).rejects.toThrow("database does not open");
      }),
      { numRuns: 50 },
    );
  });

  test("does not open with another key, or as another file", async () => {
    const stored = await encrypt(content);
    await expect(decrypt(stored, { key: newKey() })).rejects.toThrow("database does not open: another key");
    await expect(decrypt(stored, { name: "documents" })).rejects.toThrow("documents does not open");
  });
});
