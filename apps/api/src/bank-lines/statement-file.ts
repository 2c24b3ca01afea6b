import { LARGEST_STATEMENT_BYTES } from "@wattle/contracts/choices";
import { open } from "node:fs/promises";
import { DomainError } from "@wattle/contracts/errors";

/**
 * The text of a statement's bytes. UTF-16 needs its mark; what is not UTF-8 is read as Latin-1 (Windows-1252), which most exports in
 * another encoding are.
 */
export function statementText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** A statement's file as text. A larger one is not read. @throws DomainError `payload_too_large`; what opening a file throws */
export async function readStatementFile(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    if ((await file.stat()).size > LARGEST_STATEMENT_BYTES) throw new DomainError("payload_too_large");
    return statementText(await file.readFile());
  } finally {
    await file.close();
  }
}
