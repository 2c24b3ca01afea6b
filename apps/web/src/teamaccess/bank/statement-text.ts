import { STATEMENT_HEAD } from "@wattle/contracts/choices";

/** A statement that was chosen. */
export interface StatementText {
  readonly name: string;
  readonly content: string;
}

/** A statement's text: UTF-8, or where it is none, as older programs of banks write it. */
export async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Whole lines of a text's beginning, as many as are looked at before it is imported. */
export function beginningOf(content: string): string {
  if (content.length <= STATEMENT_HEAD) return content;
  const cut = content.slice(0, STATEMENT_HEAD);
  const end = cut.lastIndexOf("\n");
  return end < 0 ? cut : cut.slice(0, end + 1);
}
