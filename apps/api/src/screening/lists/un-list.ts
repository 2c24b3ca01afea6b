import { isDay } from "@wattle/contracts/days";
import { OWN_MESSAGES, type OwnMessage } from "@wattle/contracts/own-messages";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { entryOf, ListRefused, listOf, type Gathered, type ReadEntry, type ReadList } from "./list-entry.ts";

interface Element {
  readonly name: string;
  readonly line: number;
  readonly children: Element[];
  text: string;
}

const DEEPEST = 12;
const ENTRIES: ReadonlySet<string> = new Set(["INDIVIDUAL", "ENTITY"]);

const childrenOf = ({ children }: Element, name: string): Element[] =>
  children.filter((child) => child.name === name);
const textsAt = (element: Element, name: string, inner?: string): string[] =>
  childrenOf(element, name).flatMap((child) => (inner === undefined ? [child.text] : textsAt(child, inner)));
const textAt = (element: Element, name: string): string => textsAt(element, name)[0]?.trim() ?? "";

/** Years and dates of birth; a range is two years. */
function birthsOf(entry: Element): string[] {
  return childrenOf(entry, "INDIVIDUAL_DATE_OF_BIRTH").map((birth) => {
    const [from, to] = [textAt(birth, "FROM_YEAR"), textAt(birth, "TO_YEAR")];
    return textAt(birth, "DATE") || textAt(birth, "YEAR") || (from && `${from} to ${to}`);
  });
}

function entryOfElement(entry: Element): ReadEntry {
  const { name: kind, line } = entry;
  const words = ["FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME"].map((part) => textAt(entry, part));
  const gathered: Gathered = {
    id: textAt(entry, "DATAID"),
    line,
    names: [
      words.filter((word) => word !== "").join(" "),
      ...textsAt(entry, "NAME_ORIGINAL_SCRIPT"),
      ...textsAt(entry, `${kind}_ALIAS`, "ALIAS_NAME"),
    ],
    birthDates: birthsOf(entry),
    countries: textsAt(entry, "NATIONALITY", "VALUE"),
    reason: [textAt(entry, "REFERENCE_NUMBER"), textAt(entry, "UN_LIST_TYPE")].filter(Boolean).join(", "),
  };
  return entryOf(gathered);
}

/**
 * The UN's consolidated list. A file with a document type is refused, so that nothing in it is expanded.
 * @throws ListRefused
 */
export function readUn(content: string): ReadList {
  const parser = new SaxesParser();
  const open: Element[] = [];
  const entries: ReadEntry[] = [];
  let depth = 0;
  let dated: string | null = null;
  const fail = (text: OwnMessage): never => {
    throw new ListRefused(text);
  };
  parser.on("doctype", () => fail(OWN_MESSAGES.listDocumentType));
  parser.on("error", () => fail(OWN_MESSAGES.listCutOff));
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    if (++depth > DEEPEST) fail(OWN_MESSAGES.listTooDeep);
    if (depth === 1) {
      if (name !== "CONSOLIDATED_LIST") fail(OWN_MESSAGES.listForm);
      const day = (attributes["dateGenerated"] ?? "").slice(0, 10);
      dated = isDay(day) ? day : null;
    }
    if (open.length === 0 && !ENTRIES.has(name)) return;
    const element: Element = { name, line: parser.line, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const onText = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", () => {
    depth -= 1;
    const element = open.pop();
    if (element !== undefined && open.length === 0) entries.push(entryOfElement(element));
  });
  parser.write(content).close();
  return listOf(dated, entries);
}
