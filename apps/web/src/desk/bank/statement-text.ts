import { STATEMENT_HEAD } from "@wattle/contracts/choices";
import { statementText } from "@wattle/contracts/statement-text";

/** A statement that was chosen. */
export interface StatementText {
  readonly name: string;
  readonly content: string;
}

/** A statement's text, whatever encoding its bank writes. */
export const readText = async (file: File): Promise<string> =>
  statementText(new Uint8Array(await file.arrayBuffer()));

/** Whole lines of a text's beginning, as many as are looked at before it is imported. */
export function beginningOf(content: string): string {
  if (content.length <= STATEMENT_HEAD) return content;
  const cut = content.slice(0, STATEMENT_HEAD);
  const end = cut.lastIndexOf("\n");
  return end < 0 ? cut : cut.slice(0, end + 1);
}
