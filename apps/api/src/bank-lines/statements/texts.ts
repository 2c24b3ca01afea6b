/** Texts as banks write them. */
import { plainLineOf } from "@wattle/contracts/plain-text";

const LONGEST_TEXT = 500;

/** A bank's text in one line, without what cannot be seen. */
export const cleanText = (written: string): string =>
  plainLineOf(written.replaceAll(/<br\s*\/?>|[\t\r\n]/gi, " "))
    .normalize("NFC")
    .replaceAll(/ {2,}/g, " ")
    .trim()
    .slice(0, LONGEST_TEXT);

/** A payer's name in one line; empty if there is none. */
export const cleanName = (written: string): string => cleanText(written).slice(0, 140);
