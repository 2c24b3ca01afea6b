import type { ScreeningHitRecord } from "@wattle/contracts/cases";
import { countryName } from "../../accounts/country-options.ts";
import { isCountryCode } from "@wattle/contracts/countries";
import { dayText, isDay } from "@wattle/contracts/days";
import { SOURCE_WORDS, versionText } from "./case-words.ts";
import styles from "./compliance.module.css";

const percentText = (share: number): string => `${Math.round(share * 100)}%`;
const countriesText = (codes: readonly string[]): string =>
  codes.map((code) => (isCountryCode(code) ? countryName(code) : code)).join(", ");

const ASKED_WORDS: Readonly<Record<ScreeningHitRecord["asked"]["of"], string>> = {
  customer: "The customer",
  payee: "Someone the customer pays",
  payer: "Someone who paid for the customer",
};

/** A part of the score: the others are added to the name's. */
const addedText = (part: number): string =>
  part === 0 ? "no effect" : `${part > 0 ? "+" : "−"}${percentText(Math.abs(part))}`;

/** Lists know some people's year only. */
const bornText = (born: string): string => (isDay(born) ? dayText(born) : born);

type Line = readonly [what: string, part: string, asked: string, listed: string];

const linesOf = ({ asked, entry, parts }: ScreeningHitRecord): readonly Line[] => [
  ["Name", percentText(parts.name), asked.name, [entry.name, ...entry.names].join("; ")],
  [
    "Born",
    addedText(parts.birth_date),
    asked.birth_date === null ? "Not known" : bornText(asked.birth_date),
    entry.birth_dates.map(bornText).join(", ") || "Not given",
  ],
  [
    "Country",
    addedText(parts.country),
    countriesText(asked.countries) || "Not known",
    countriesText(entry.countries) || "Not given",
  ],
];

/** A name next to the entry of a list that is like it, with each part of the score. */
export function Hit({ hit }: { readonly hit: ScreeningHitRecord }) {
  const { asked, entry, source, version, score } = hit;
  const title = `${SOURCE_WORDS[source]}, version ${versionText(version)}: ${percentText(score)} alike`;
  return (
    <section aria-label={title} className={styles["hit"]}>
      <div className={styles["hitHead"]}>
        <strong className={styles["score"]}>{percentText(score)} alike</strong>
        <h3>
          {SOURCE_WORDS[source]}, version {versionText(version)}
        </h3>
      </div>
      <table className={styles["compared"]}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Part of the score</th>
            <th scope="col">{ASKED_WORDS[asked.of]}</th>
            <th scope="col">List entry</th>
          </tr>
        </thead>
        <tbody>
          {linesOf(hit).map(([what, part, own, listed]) => (
            <tr key={what}>
              <th scope="row">
                {what} <span>{part}</span>
              </th>
              <td>{own}</td>
              <td>{listed}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <strong>Why listed:</strong> {entry.reason || "Not given"}
      </p>
    </section>
  );
}
