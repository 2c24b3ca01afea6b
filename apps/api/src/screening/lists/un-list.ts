import { isDay } from "@wattle/contracts/days";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { readXmlParts, type XmlElement } from "../../xml-parts.ts";
import { entryOf, ListRefused, listOf, type Gathered, type ReadEntry, type ReadList } from "./list-entry.ts";

const DEEPEST = 12;
const REFUSALS = {
  document_type: OWN_MESSAGES.listDocumentType,
  broken: OWN_MESSAGES.listCutOff,
  deep: OWN_MESSAGES.listTooDeep,
} as const;
const ENTRIES: ReadonlySet<string> = new Set(["INDIVIDUAL", "ENTITY"]);

const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((child) => child.name === name);
const textsAt = (element: XmlElement, name: string, inner?: string): string[] =>
  childrenOf(element, name).flatMap((child) => (inner === undefined ? [child.text] : textsAt(child, inner)));
const textAt = (element: XmlElement, name: string): string => textsAt(element, name)[0]?.trim() ?? "";

/** Years and dates of birth; a range is two years. */
function birthsOf(entry: XmlElement): string[] {
  return childrenOf(entry, "INDIVIDUAL_DATE_OF_BIRTH").map((birth) => {
    const [from, to] = [textAt(birth, "FROM_YEAR"), textAt(birth, "TO_YEAR")];
    return textAt(birth, "DATE") || textAt(birth, "YEAR") || (from && `${from} to ${to}`);
  });
}

function entryOfElement(entry: XmlElement): ReadEntry {
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
 * The UN's consolidated list.
 * @throws ListRefused
 */
export function readUn(content: string): ReadList {
  const entries: ReadEntry[] = [];
  let dated: string | null = null;
  readXmlParts(content, {
    deepest: DEEPEST,
    isPart({ name, depth, attributes }) {
      if (depth === 1) {
        if (name !== "CONSOLIDATED_LIST") throw new ListRefused(OWN_MESSAGES.listForm);
        const day = (attributes["dateGenerated"] ?? "").slice(0, 10);
        dated = isDay(day) ? day : null;
      }
      return ENTRIES.has(name);
    },
    onPart: (part) => void entries.push(entryOfElement(part)),
    refusal: (why) => new ListRefused(REFUSALS[why]),
  });
  return listOf(dated, entries);
}
