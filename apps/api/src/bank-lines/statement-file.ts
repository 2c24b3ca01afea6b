import { open } from "node:fs/promises";
import { LARGEST_STATEMENT_BYTES } from "@wattle/contracts/choices";
import { DomainError } from "@wattle/contracts/errors";
import { statementText } from "@wattle/contracts/statement-text";

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
