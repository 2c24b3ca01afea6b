import { mkdtemp, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { statementText } from "@wattle/contracts/statement-text";
import { readStatementFile } from "./statement-file.ts";

test.each([
  ["UTF-8", Buffer.from("Café", "utf8"), "Café"],
  ["UTF-8 with its mark", Buffer.from("\ufeffCafé", "utf8"), "Café"],
  ["Latin-1", Buffer.from("Café", "latin1"), "Café"],
  ["a dash and a euro sign of Windows", Buffer.from([0x96, 0x20, 0x80]), "– €"],
  ["UTF-16 with its mark", Buffer.from("\ufeffCafé", "utf16le"), "Café"],
  ["UTF-16 without", Buffer.from("Café", "utf16le"), "Café"],
  ["UTF-16, the other way round", Buffer.from("\ufeffCafé", "utf16le").swap16(), "Café"],
  ["UTF-16, the other way round, without", Buffer.from("Café", "utf16le").swap16(), "Café"],
])("%s is read", (_name, bytes, text) => {
  expect(statementText(bytes)).toBe(text);
});

test("a file of 100 MB is not read", async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "wattle-")), "large.csv");
  await writeFile(file, "");
  await truncate(file, 100 * 1024 * 1024);
  await expect(readStatementFile(file)).rejects.toMatchObject({ code: "payload_too_large" });
});
