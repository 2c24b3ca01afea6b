import { COUNTRY_CODES } from "@wattle/contracts/countries";

const simple = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, " ")
    .trim();

/** Countries that lists call by a name of their own. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  burma: "MM",
  "cote d ivoire": "CI",
  "democratic people s republic of korea": "KP",
  "democratic republic of the congo": "CD",
  dprk: "KP",
  "islamic republic of iran": "IR",
  "iran islamic republic of": "IR",
  "russian federation": "RU",
  "state of palestine": "PS",
  palestinian: "PS",
  "syrian arab republic": "SY",
  turkey: "TR",
  "united kingdom of great britain and northern ireland": "GB",
  "united republic of tanzania": "TZ",
  "united states of america": "US",
  "viet nam": "VN",
};

const english = new Intl.DisplayNames("en", { type: "region" });
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...COUNTRY_CODES.map((code) => [simple(english.of(code) ?? code), code] as const),
  ...Object.entries(OTHER_NAMES),
]);

/** The code of a country that a list names in words or by its code; the list's own word if that is no country. */
export function codeOfCountry(word: string): string {
  const code = word.trim().toUpperCase();
  return COUNTRY_CODES.includes(code) ? code : (BY_NAME.get(simple(word)) ?? word);
}
