import type { ListSource } from "@wattle/contracts/lists";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { readDfat, readOfac, readOpenSanctions, readOwn } from "./csv-lists.ts";
import { ListRefused, type ReadList } from "./list-entry.ts";
import { readUn } from "./un-list.ts";

/** A list's file as it was given. */
export interface ListFile {
  readonly source: ListSource;
  readonly content: string;
  /** OFAC's `alt.csv`. */
  readonly aliases?: string | undefined;
}

/** In files that are not UTF-8: zeros of UTF-16, and the sign for what could not be read. */
const OTHER_ENCODING = /[\0\uFFFD]/;

/** Reads a list's file. @throws ListRefused if it is cut off, empty, in another encoding or form, or too large in any part */
export function readList({ source, content, aliases }: ListFile): ReadList {
  if (OTHER_ENCODING.test(content) || OTHER_ENCODING.test(aliases ?? ""))
    throw new ListRefused(OWN_MESSAGES.listEncoding);
  if (content.trim() === "") throw new ListRefused(OWN_MESSAGES.listEmpty);
  switch (source) {
    case "dfat":
      return readDfat(content);
    case "un":
      return readUn(content);
    case "ofac":
      return readOfac(content, aliases);
    case "opensanctions":
      return readOpenSanctions(content);
    case "own":
      return readOwn(content);
  }
}
