import type { ListSource } from "@wattle/contracts/lists";
import { describe, expect, test } from "vitest";
import { readList } from "./read-list.ts";

const DFAT = `Reference,Name of Individual or Entity,Type,Name Type,Date of Birth,Place of Birth,Citizenship,Address,Committees,Control Date
12,Harald Lindqvist,Individual,Primary Name,1 Jan 1960; 1961,Uppsala,Sweden,,1988 (Taliban),21/05/2015
12a,"LINDKVIST, Harry",Individual,aka,,,,,1988 (Taliban),3/06/2024
13,Nordic Sample Trading AB,Entity,Primary Name,,,,,Autonomous,1/02/2020
`;
const UN = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="2026-11-20T16:00:00Z"><INDIVIDUALS><INDIVIDUAL>
<DATAID>6908555</DATAID><FIRST_NAME>HARALD</FIRST_NAME><SECOND_NAME>LINDQVIST</SECOND_NAME><UN_LIST_TYPE>Al-Qaida</UN_LIST_TYPE>
<REFERENCE_NUMBER>QDi.001</REFERENCE_NUMBER><NATIONALITY><VALUE>Russian Federation</VALUE></NATIONALITY>
<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Harry Lindkvist</ALIAS_NAME></INDIVIDUAL_ALIAS>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1960</FROM_YEAR><TO_YEAR>1962</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
</INDIVIDUAL></INDIVIDUALS><ENTITIES><ENTITY><DATAID>7</DATAID><FIRST_NAME>NORDIC SAMPLE</FIRST_NAME>
<ENTITY_ALIAS><ALIAS_NAME/></ENTITY_ALIAS></ENTITY></ENTITIES></CONSOLIDATED_LIST>`;
const SDN = `36,"LINDQVIST, Harald",individual,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 10 Dec 1960; POB Uppsala; nationality Sweden; alt. nationality Iran."
173,"NORDIC SAMPLE",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- 
\u001A`;
const ALT = `36,12,"aka","LINDKVIST, Harry",-0- 
`;
const OPEN = `"id","schema","name","aliases","birth_date","countries","addresses","identifiers","sanctions","phones","emails","dataset","first_seen","last_seen","last_change"
"NK-1","Person","Harald Lindqvist","Harry Lindkvist;Харальд Линдквист","1960-01-01","se;ru","","","EU","","","eu_fsf","2023-01-01T00:00:00","2026-11-20T10:00:00","2025-01-01T00:00:00"
`;
const OWN = `name,birth_date,country,reason
Harald Lindqvist,1960,Sweden,Fraud
"Lindqvist, Other",,,
`;
const WHOLE: Readonly<Record<ListSource, string>> = {
  dfat: DFAT,
  un: UN,
  ofac: SDN,
  opensanctions: OPEN,
  own: OWN,
};

const read = (source: ListSource, content: string, aliases?: string) =>
  readList({ source, content, aliases });

describe("a list is read", () => {
  test.each<[ListSource, string | null, object[]]>([
    [
      "dfat",
      "2024-06-03",
      [
        {
          id: "12",
          name: "Harald Lindqvist",
          names: ["LINDKVIST, Harry"],
          birth_dates: ["1 Jan 1960", "1961"],
          countries: ["SE"],
        },
        { id: "13", name: "Nordic Sample Trading AB", reason: "Entity, Autonomous" },
      ],
    ],
    [
      "un",
      "2026-11-20",
      [
        {
          id: "6908555",
          name: "HARALD LINDQVIST",
          names: ["Harry Lindkvist"],
          birth_dates: ["1960 to 1962"],
          countries: ["RU"],
          reason: "QDi.001, Al-Qaida",
        },
        { id: "7", name: "NORDIC SAMPLE", names: [] },
      ],
    ],
    [
      "ofac",
      null,
      [
        {
          id: "36",
          name: "LINDQVIST, Harald",
          names: ["LINDKVIST, Harry"],
          birth_dates: ["10 Dec 1960"],
          countries: ["SE", "IR"],
        },
        { id: "173", birth_dates: [], reason: "CUBA" },
      ],
    ],
    [
      "opensanctions",
      "2026-11-20",
      [{ id: "NK-1", names: ["Harry Lindkvist", "Харальд Линдквист"], countries: ["SE", "RU"] }],
    ],
    [
      "own",
      null,
      [
        { name: "Harald Lindqvist", birth_dates: ["1960"], countries: ["SE"], reason: "Fraud" },
        { name: "Lindqvist, Other" },
      ],
    ],
  ])("of the form of %s", (source, dated, entries) => {
    const list = read(source, WHOLE[source], source === "ofac" ? ALT : undefined);
    expect(list.dated).toBe(dated);
    expect(list.entries).toMatchObject(entries);
    expect(list.entries).toHaveLength(entries.length);
  });

  test("an alias may come before the entry that it is of", () => {
    const [head = "", first = "", alias = "", ...rest] = DFAT.split("\n");
    const { entries } = read("dfat", [head, alias, first, ...rest].join("\n"));
    expect(entries[0]).toMatchObject({ id: "12", name: "Harald Lindqvist", names: ["LINDKVIST, Harry"] });
  });

  test("the same content has the same hash, and another one has another", () => {
    const hashes = (content: string) => read("own", content).entries.map(({ hash }) => hash);
    expect(hashes(OWN)).toEqual(hashes(OWN.replaceAll("\n", "\r\n")));
    expect(hashes(OWN.replace("Fraud", "Other"))[0]).not.toBe(hashes(OWN)[0]);
  });
});

const long = "A".repeat(50_000);
const utf16 = (text: string): string => text.replaceAll(/[^]/g, "$&\0");

describe("a file is refused that is", () => {
  test.each<[string, ListSource, string, string]>([
    ["empty", "own", "", "The file has no entries"],
    ["blank", "un", " \n ", "The file has no entries"],
    ["only headings", "own", OWN.split("\n")[0] ?? "", "The file has no entries"],
    ["an XML list without entries", "un", "<CONSOLIDATED_LIST/>", "The file has no entries"],
    ["cut off in a quote", "own", OWN.slice(0, OWN.indexOf("Other")), "The file is cut off"],
    ["cut off between cells", "opensanctions", OPEN.slice(0, -60), "The file is cut off"],
    ["cut off in a DFAT row", "dfat", DFAT.slice(0, -30), "The file is cut off"],
    ["cut off in an OFAC row", "ofac", SDN.slice(0, -20), "The file is cut off"],
    ["cut off XML", "un", UN.slice(0, -40), "The file is cut off"],
    ["UTF-16", "own", utf16(OWN), "Save the file as UTF-8 first"],
    ["UTF-16 XML", "un", utf16(UN), "Save the file as UTF-8 first"],
    [
      "Windows-1252, read as UTF-8",
      "own",
      OWN.replace("Harald", "Har\uFFFDld"),
      "Save the file as UTF-8 first",
    ],
    ["another list", "dfat", OPEN, "This isn't a list of that source"],
    ["CSV instead of OFAC's", "ofac", OWN, "This isn't a list of that source"],
    ["another document", "un", "<html></html>", "This isn't a list of that source"],
    ["without a name", "own", OWN.replace("Harald Lindqvist", " "), "Line 2: the name is empty"],
    ["with a name of signs", "own", OWN.replace("Harald Lindqvist", "---"), "Line 2: the name is empty"],
    [
      "with a name of 50,000 letters",
      "own",
      OWN.replace("Harald Lindqvist", long),
      "Line 2: the name is too long",
    ],
    ["with a UN name of 50,000 letters", "un", UN.replace("HARALD", long), "Line 2: the name is too long"],
    ["with a formula", "own", OWN.replace("Harald Lindqvist", "=1+2"), "Line 2: this is a formula"],
    ["with a call", "own", OWN.replace("Harald Lindqvist", "@SUM(A1)"), "Line 2: this is a formula"],
    ["with a date that is none", "own", OWN.replace("1960", "last year"), "Line 2: the date is not valid"],
    ["with an entry twice", "own", `${OWN}Harald Lindqvist,1960,,\n`, "An entry is in the file twice"],
    ["without a reference", "dfat", DFAT.replace("\n13,", "\n,"), "Line 4: no reference"],
    [
      "with a document type",
      "un",
      UN.replace("<CONS", '<!DOCTYPE x [<!ENTITY a "b">]><CONS'),
      "The file has a document type",
    ],
    ["with an entity of its own", "un", UN.replace("HARALD", "&a;"), "The file is cut off"],
    ["nested without end", "un", `<CONSOLIDATED_LIST>${"<a>".repeat(100)}`, "The file is nested too deeply"],
  ])("%s", (_, source, content, message) => {
    expect(() => read(source, content)).toThrow(message);
  });

  test("OFAC's with aliases that are cut off", () => {
    expect(() => read("ofac", SDN, `${ALT}36,13,"aka","LIND`)).toThrow("The file is cut off");
  });
});
