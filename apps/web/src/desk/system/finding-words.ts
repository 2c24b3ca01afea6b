/** A finding for people, and the setting or command that it is about. */
export interface FindingWords {
  readonly text: string;
  readonly detail?: string;
}

const FIRM_FACTS: Readonly<Record<string, string>> = {
  legalEntity: "legal name",
  registration: "registration",
  address: "address",
};
const LEGAL_TEXTS: Readonly<Record<string, string>> = {
  terms: "The terms of service are still a draft.",
  aml: "The AML page is still a draft.",
  privacy: "The privacy policy is still a draft.",
};

/** 'a', 'a and b', 'a, b and c'. */
const listText = (words: readonly string[]): string => words.join(", ").replace(/, (?=[^,]*$)/, " and ");

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

type Rule = readonly [pattern: RegExp, words: (...parts: readonly string[]) => FindingWords];

const RULES: readonly Rule[] = [
  [
    /^BRAND_FILE is without ([\w, ]+): the home page .*$/,
    (names = "") => {
      const facts = names.split(", ").map((name) => FIRM_FACTS[name] ?? name);
      return {
        text: `Your ${listText(facts)} ${facts.length === 1 ? "is" : "are"} missing from the home page.`,
        detail: `BRAND_FILE: ${names}`,
      };
    },
  ],
  [
    /^BRAND_FILE is without (regulatorLine): .*$/,
    (name = "") => ({ text: "Pages don’t say who regulates you.", detail: `BRAND_FILE: ${name}` }),
  ],
  [
    /^BRAND_FILE is without (\w+)\.md next to it: (\S+) .*$/,
    (name = "", path = "") => ({
      text: LEGAL_TEXTS[name] ?? `The page ${path} is still a draft.`,
      detail: `${name}.md next to BRAND_FILE`,
    }),
  ],
  [
    /^NODE_ENV is (\w+)\. .*$/,
    (mode = "") => ({
      text: `This installation runs in ${mode} mode. Change it before customers come.`,
      detail: "NODE_ENV",
    }),
  ],
  [/^DATA_KEYS is not set, so (.+)$/, (rest = "") => ({ text: capital(rest), detail: "DATA_KEYS" })],
  [
    /^APP_ORIGIN is (\S+), which only this machine reaches\. .*$/,
    (origin = "") => ({
      text: "Customers can’t reach the site. Set its public address.",
      detail: `APP_ORIGIN: ${origin}`,
    }),
  ],
  [
    /^Without a second factor: (.+?)\. (They .*)$/,
    (people = "", then = "") => {
      const count = people.split(", ").length;
      return {
        text: `${count} ${count === 1 ? "person has" : "people have"} no two-step login. ${then}`,
        detail: people,
      };
    },
  ],
  [/^(.+): (npm run ops -- .+)$/, (text = "", command = "") => ({ text: sentence(text), detail: command })],
  [
    /^([A-Z][A-Z_]+) is ([^:.]+): (.+)$/,
    (name = "", value = "", rest = "") => ({ text: sentence(capital(rest)), detail: `${name}: ${value}` }),
  ],
];

/** Says a finding of the doctor without names of settings; those are its detail. */
export function findingWords(finding: string): FindingWords {
  for (const [pattern, words] of RULES) {
    const found = pattern.exec(finding);
    if (found !== null) return words(...found.slice(1));
  }
  return { text: sentence(finding) };
}
