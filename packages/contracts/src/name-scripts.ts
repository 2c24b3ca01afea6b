/**
 * Names that are made to look like others, free of zod so that forms share the rule. A name mixes no alphabets, by the level "highly
 * restrictive" of Unicode's UTS 39: a Cyrillic "а" in a Latin name is seen by no one. Names in one alphabet can still look alike, as
 * "Ilan" and "llan" do, which `looksOf` finds.
 */

/** The scripts of Unicode's UAX 31, table 5, which people write today. */
const SCRIPTS =
  "Arab Armn Beng Bopo Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Khmr Knda Laoo Latn Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt".split(
    " ",
  );
/** How Japanese, Chinese and Korean are written. */
const WRITTEN_TOGETHER = ["Latn Hani Hira Kana", "Latn Hani Bopo", "Latn Hani Hang"].map((scripts) =>
  scripts.split(" "),
);

const anyOf = (scripts: readonly string[]): string =>
  scripts.map((script) => `\\p{Script_Extensions=${script}}`).join("");

/** Signs, digits, marks and spaces belong to all. */
const ALLOWED = [...SCRIPTS.map((script) => [script]), ...WRITTEN_TOGETHER].map(
  (scripts) => new RegExp(`^[${anyOf([...scripts, "Zyyy", "Zinh"])}]*$`, "u"),
);
/** A name may be wholly in any other script, too. */
const NONE_OF_THEM = new RegExp(`^[^${anyOf(SCRIPTS)}]*$`, "u");

/** Whether a name has letters of scripts that are not written together. */
export const mixesScripts = (name: string): boolean =>
  !ALLOWED.some((allowed) => allowed.test(name)) && !NONE_OF_THEM.test(name);

export const MIXED_SCRIPTS = "Use letters of one alphabet";

/** Cyrillic and Greek letters, each with the Latin one that it looks like. */
const LATIN_TWINS: ReadonlyMap<string, string> = new Map(
  [
    ["АВЕЅІЈКМНОРСТУХԌԜҮ", "ABESIJKMHOPCTYXGWY"],
    ["асԁеһіјԛорѕԝхуүѵԍӏ", "acdehijqopswxyyvgl"],
    ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"],
    ["αγιοορνυκϲϳ", "ayioopvukcj"],
  ].flatMap(([theirs = "", latin = ""]) =>
    Array.from(theirs, (letter, place) => [letter, latin.charAt(place)] as const),
  ),
);

/** Names with the same looks are hard to tell apart: the letters of one are those of the other, or look like them. */
export function looksOf(name: string): string {
  const latin = Array.from(name.normalize("NFC"), (letter) => LATIN_TWINS.get(letter) ?? letter).join("");
  return latin
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[I1|]/g, "l")
    .toLowerCase()
    .replaceAll("0", "o")
    .replaceAll("m", "rn")
    .replaceAll("w", "vv");
}

/** Whether two names look alike and are not one name. */
export const looksLike = (one: string, other: string): boolean =>
  one.trim().toLowerCase() !== other.trim().toLowerCase() && looksOf(one) === looksOf(other);
