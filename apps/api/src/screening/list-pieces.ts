import type { OwnMessage } from "@wattle/contracts/own-messages";
import { ListRefused } from "./lists/list-entry.ts";
import { readList, type ListFile } from "./lists/read-list.ts";

/** A piece of a list's file: entries as JSON, and what the whole has at last; or why there is no list. */
export type ListPiece =
  | { readonly is: "entries"; readonly entries: string }
  | { readonly is: "end"; readonly dated: string | null; readonly targets: number }
  | { readonly is: "refused"; readonly text: OwnMessage };

/** Entries of a part: written in a few milliseconds. */
const ENTRIES_OF_PART = 500;

/** Reads a list's file to its end before the first piece: one that is refused has none. */
export function* listPieces(file: ListFile): Generator<ListPiece> {
  let list;
  try {
    list = readList(file);
  } catch (thrown) {
    if (!(thrown instanceof ListRefused)) throw thrown;
    yield { is: "refused", text: thrown.text };
    return;
  }
  const { dated, entries } = list;
  for (let from = 0; from < entries.length; from += ENTRIES_OF_PART)
    yield { is: "entries", entries: JSON.stringify(entries.slice(from, from + ENTRIES_OF_PART)) };
  yield { is: "end", dated, targets: entries.length };
}
