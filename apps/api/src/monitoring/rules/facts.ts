/** Rules about who customers are, and whom they pay. */
import { LISTED_COUNTRIES } from "../../compliance/listed-countries.ts";
import type { Figures } from "./figures.ts";
import type { CustomerHistory, Finding, RuleContext } from "./history.ts";

const HOUR = 3_600_000;

/** A bank account, wallet, device or document that several customers have. */
export const shared = (
  { shared: values = [] }: CustomerHistory,
  { customers }: Figures<"shared">,
  { now }: RuleContext,
): Finding[] =>
  values
    .filter((value) => value.customers >= customers)
    .map(({ what, hash }) => ({ at: now, event: `${what} ${hash}`, rows: [], shared: { what, hash } }));

/** A listed country of document, bank or login; or countries that disagree. */
export function country(
  { countries = [] }: CustomerHistory,
  { disagree }: Figures<"country">,
  { now }: RuleContext,
): Finding[] {
  const listed = countries
    .filter(({ of, code }) => of !== "residence" && LISTED_COUNTRIES.has(code))
    .map(({ of, code }) => ({ at: now, event: `${of} ${code}`, rows: [] }));
  const different = [...new Set(countries.map(({ code }) => code))].toSorted();
  return different.length < disagree
    ? listed
    : [...listed, { at: now, event: `countries ${different.join(" ")}`, rows: [] }];
}

/** Coins whose sender is still not known, or that go to a provider which the operator does not know. */
export const travelRule = (
  { travel = [] }: CustomerHistory,
  { hours }: Figures<"travel_rule">,
  { now }: RuleContext,
): Finding[] =>
  travel
    .map(({ id, at, reference, lacks }) => ({
      at: lacks === "sender" ? at + hours * HOUR : at,
      event: id,
      rows: [reference],
    }))
    .filter(({ at }) => at <= now);
