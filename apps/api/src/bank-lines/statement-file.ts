import { open } from "node:fs/promises";
import { LARGEST_STATEMENT_BYTES } from "@wattle/contracts/choices";
import { DomainError } from "@wattle/contracts/errors";
import { statementText } from "@wattle/contracts/statement-text";

/** A statement's file. A larger one is not read. @throws DomainError `payload_too_large`; what opening a file throws */
export async function readStatementBytes(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    if ((await file.stat()).size > LARGEST_STATEMENT_BYTES) throw new DomainError("payload_too_large");
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** The same as text. */
export const readStatementFile = async (path: string): Promise<string> =>
  statementText(await readStatementBytes(path));
