/** Lists that are CSV: DFAT's, OFAC's, OpenSanctions' and the operator's own. */
import { createHash } from "node:crypto";
import { isDay } from "@wattle/contracts/days";
import { OWN_MESSAGES, ownMessage } from "@wattle/contracts/own-messages";
import { entryOf, latestDay, ListRefused, listOf, type Gathered, type ReadList } from "./list-entry.ts";
import { readNamedRows, readRows, type NamedRow } from "./read-rows.ts";

const parts = (text: string, between: string | RegExp = ";"): string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** `21/05/2015` as a day; undefined if it is none. */
function australianDay(text: string): string | undefined {
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text) ?? [];
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(iso) ? iso : isDay(text.slice(0, 10)) ? text.slice(0, 10) : undefined;
}

/**
 * DFAT's consolidated list, its spreadsheet saved as CSV. A row `12a` is an alias of `12`. The file is as old as its newest control date.
 * @throws ListRefused
 */
export function readDfat(content: string): ReadList {
  const rows = new Map<string, { first: Gathered; names: string[]; births: string[]; countries: string[] }>();
  const days: (string | undefined)[] = [];
  readNamedRows(content, ["Reference", "Name of Individual or Entity", "Type"], (row) => {
    const reference = row.cell("Reference");
    const id = /^\d+/.exec(reference)?.[0];
    if (id === undefined) throw new ListRefused(ownMessage.listReference(row.line));
    days.push(australianDay(row.cell("Control Date")));
    const name = row.cell("Name of Individual or Entity");
    const births = parts(row.cell("Date of Birth"));
    const countries = parts(row.cell("Citizenship"), /[;,/]/);
    const known = rows.get(id);
    if (known === undefined) {
      const reason = [row.cell("Type"), row.cell("Committees"), row.cell("Listing Information")];
      const first = { id, line: row.line, names: [], reason: reason.filter(Boolean).join(", ") };
      rows.set(id, { first, names: [name], births, countries });
    } else {
      // The row without a letter has the name that leads, wherever it is.
      if (reference === id) known.names.unshift(name);
      else known.names.push(name);
      known.births.push(...births);
      known.countries.push(...countries);
    }
  });
  const entries = rows
    .values()
    .map(({ first, names, births, countries }) => entryOf({ ...first, names, birthDates: births, countries }))
    .toArray();
  return listOf(latestDay(days), entries);
}

/** OpenSanctions' `targets.simple.csv`. @throws ListRefused */
export function readOpenSanctions(content: string): ReadList {
  const gathered: Gathered[] = [];
  const days: string[] = [];
  readNamedRows(content, ["id", "schema", "name", "aliases", "birth_date", "countries"], ({ line, cell }) => {
    const seen = [cell("last_seen"), cell("last_change")].map((time) => time.slice(0, 10));
    days.push(...seen.filter(isDay));
    gathered.push({
      id: cell("id"),
      line,
      names: [cell("name"), ...parts(cell("aliases"))],
      birthDates: parts(cell("birth_date")),
      countries: parts(cell("countries")),
      reason: [cell("schema"), cell("sanctions"), cell("dataset")].filter((text) => text !== "").join(", "),
    });
  });
  return listOf(latestDay(days), gathered.map(entryOf));
}

const DOS_END = String.fromCodePoint(0x1a);
const SDN_COLUMNS = 12;
const ALT_COLUMNS = 5;
const ofCell = (cell: string | undefined): string => (cell === undefined || cell === "-0-" ? "" : cell);

/** Cells of OFAC's files, which have no headings. A row with another number of cells was cut off. @throws ListRefused */
function readOfacRows(
  content: string,
  columns: number,
  onRow: (cells: readonly string[], line: number) => void,
) {
  // The files end with a mark of DOS.
  readRows(content.trimEnd().replace(DOS_END, ""), ({ cells, line }) => {
    if (cells.length !== columns || !/^\d+$/.test(cells[0] ?? ""))
      throw new ListRefused(OWN_MESSAGES.listForm);
    onRow(cells.map(ofCell), line);
  });
}

/** The texts after a word of remarks: `DOB 10 Dec 1948; POB Iraq; nationality Iraq.` */
const remarked = (remarks: string, word: RegExp): string[] =>
  parts(remarks.replace(/\.\s*$/, "")).flatMap((part) =>
    word.test(part) ? [part.replace(word, "").trim()] : [],
  );

/** OFAC's `sdn.csv` with `alt.csv`. Neither has a date. @throws ListRefused */
export function readOfac(content: string, aliases = ""): ReadList {
  const others = new Map<string, string[]>();
  if (aliases.trim() !== "")
    readOfacRows(aliases, ALT_COLUMNS, ([id = "", , , name = ""]) => {
      others.set(id, [...(others.get(id) ?? []), name]);
    });
  const gathered: Gathered[] = [];
  readOfacRows(
    content,
    SDN_COLUMNS,
    ([id = "", name = "", kind = "", programs = "", title = "", ...rest], line) => {
      const remarks = rest.at(-1) ?? "";
      gathered.push({
        id,
        line,
        names: [name, ...(others.get(id) ?? [])],
        birthDates: remarked(remarks, /^(?:alt\. )?DOB /i),
        countries: remarked(remarks, /^(?:alt\. )?(?:nationality|citizen) /i),
        reason: [kind, programs, title].filter((text) => text !== "").join(", "),
      });
    },
  );
  return listOf(null, gathered.map(entryOf));
}

/** @throws ListRefused */
function ownEntry({ line, cell }: NamedRow): Gathered {
  const [name, birth] = [cell("name"), cell("birth_date")];
  if (birth !== "" && !/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(birth))
    throw new ListRefused(ownMessage.listDate(line));
  const id = createHash("sha256")
    .update(JSON.stringify([name, birth]))
    .digest("hex")
    .slice(0, 16);
  return {
    id,
    line,
    names: [name],
    birthDates: birth === "" ? [] : [birth],
    countries: parts(cell("country")),
    reason: cell("reason"),
  };
}

/** The operator's own list: `name,birth_date,country,reason`. @throws ListRefused */
export function readOwn(content: string): ReadList {
  const gathered: Gathered[] = [];
  readNamedRows(content, ["name", "birth_date", "country", "reason"], (row) => gathered.push(ownEntry(row)));
  return listOf(null, gathered.map(entryOf));
}
