import type { ScreeningHitRecord } from "@wattle/contracts/cases";
import { countryName } from "../../accounts/country-options.ts";
import { isCountryCode } from "@wattle/contracts/countries";
import { DataTable } from "../../controls/data-table.tsx";
import { SOURCE_WORDS } from "./case-words.ts";
import styles from "./compliance.module.css";

const percentText = (share: number): string => `${Math.round(share * 100)}%`;
const countriesText = (codes: readonly string[]): string =>
  codes.map((code) => (isCountryCode(code) ? countryName(code) : code)).join(", ");

interface Line {
  readonly what: string;
  readonly asked: string;
  readonly listed: string;
  readonly part: string;
}

/** A part of the score: the others are added to the name's. */
const addedText = (part: number): string =>
  part === 0 ? "no effect" : `${part > 0 ? "+" : "−"}${percentText(Math.abs(part))}`;

const linesOf = ({ asked, entry, parts }: ScreeningHitRecord): readonly Line[] => [
  {
    what: "Name",
    asked: asked.name,
    listed: [entry.name, ...entry.names].join("; "),
    part: percentText(parts.name),
  },
  {
    what: "Born",
    asked: asked.birth_date ?? "Not known",
    listed: entry.birth_dates.join(", ") || "Not given",
    part: addedText(parts.birth_date),
  },
  {
    what: "Country",
    asked: countriesText(asked.countries) || "Not known",
    listed: countriesText(entry.countries) || "Not given",
    part: addedText(parts.country),
  },
  { what: "Why listed", asked: "", listed: entry.reason || "Not given", part: "" },
];

/** A name next to the entry of a list that is like it, with each part of the score. */
export function Hit({ hit }: { readonly hit: ScreeningHitRecord }) {
  const { asked, source, version, score } = hit;
  const whose = asked.of === "customer" ? "The customer" : "Someone the customer pays";
  const title = `${SOURCE_WORDS[source]}, version ${version}: ${percentText(score)} alike`;
  return (
    <section aria-label={title} className={styles["hit"]}>
      <h3>{title}</h3>
      <DataTable
        caption={title}
        columns={[
          { key: "what", title: "What", cell: ({ what }: Line) => <strong>{what}</strong> },
          { key: "asked", title: whose, cell: ({ asked: text }: Line) => text },
          { key: "listed", title: "List entry", cell: ({ listed }: Line) => listed },
          { key: "part", title: "Part of the score", cell: ({ part }: Line) => part },
        ]}
        rows={linesOf(hit)}
        rowKey={({ what }) => what}
      />
    </section>
  );
}
