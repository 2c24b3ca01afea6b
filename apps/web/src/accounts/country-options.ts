import { COUNTRY_CODES } from "@wattle/contracts/countries";
import { useSyncExternalStore } from "react";
import { useBrand } from "../brand/brand.tsx";
import type { SelectOption } from "../controls/select-field.tsx";
import { countryOf } from "../markets/country.ts";

/** The product's home countries come first. */
const FIRST = ["AU", "NG"];

/** The country's name in English; its code where the browser does not know it. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(["en"], { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

const option = (code: string): SelectOption => ({ value: code, label: countryName(code) });
let first: readonly SelectOption[] | undefined;
let all: readonly SelectOption[] | undefined;

function firstCountries(): readonly SelectOption[] {
  first ??= FIRST.map(option);
  return first;
}

function allCountries(): readonly SelectOption[] {
  if (all !== undefined) return all;
  const others = COUNTRY_CODES.filter((code) => !FIRST.includes(code)).map(option);
  all = [...firstCountries(), ...others.sort((a, b) => a.label.localeCompare(b.label, "en"))];
  return all;
}
const neverChanges = (): (() => void) => () => undefined;

/**
 * All countries by name, the product's own first. A prerendered page holds only these: the others would weigh on it,
 * and not every browser calls them what the server does.
 */
export function useCountryOptions(): readonly SelectOption[] {
  return useSyncExternalStore(neverChanges, allCountries, firstCountries);
}

/** The countries whose residents may be customers: all but those that the operator refuses. */
export function useServedCountries(): readonly SelectOption[] {
  const { refusedCountries } = useBrand();
  return useCountryOptions().filter(({ value }) => !refusedCountries.includes(value));
}

/** The country that sign-up begins with: the one of the visitor's campaign, or the first. */
export function usePresetCountry(): string {
  const served = useServedCountries();
  const wanted = useSyncExternalStore(
    neverChanges,
    () => countryOf(null),
    () => "",
  );
  return served.some(({ value }) => value === wanted) ? wanted : (served[0]?.value ?? "");
}
