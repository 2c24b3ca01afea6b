import type { AboutDraft, AboutField, IdentityAbout } from "@wattle/contracts/identity-about";
import { ABOUT_FIELDS, ABOUT_LABELS } from "@wattle/contracts/identity-about";

/** Answers as the form has them: a text for each question, empty if there is none. */
export type AboutTexts = Readonly<Record<AboutField, string>>;

interface Question {
  readonly asks: string;
  readonly hint?: string;
  /** Each answer with its words, in their order. */
  readonly answers: Readonly<Record<string, string>>;
}

type Answers<Field extends AboutField> = Readonly<
  Record<IdentityAbout[Field] extends string ? IdentityAbout[Field] : "no" | "yes", string>
>;

const OTHER = "Something else";

export const QUESTIONS: { readonly [Field in AboutField]: Question & { readonly answers: Answers<Field> } } =
  {
    occupation: {
      asks: "What do you do for work?",
      answers: {
        employed: "Employed",
        self_employed: "Self-employed",
        business_owner: "I own a business",
        student: "Student",
        retired: "Retired",
        not_working: "Not working",
        other: OTHER,
      },
    },
    purpose: {
      asks: "What will you mostly use your account for?",
      answers: {
        investing: "Investing",
        trading: "Trading",
        payments: "Payments",
        savings: "Saving",
        other: OTHER,
      },
    },
    source_of_funds: {
      asks: "Where does the money come from?",
      answers: {
        salary: "Salary or wages",
        business: "My business",
        savings: "Savings",
        investments: "Investments",
        inheritance: "Inheritance",
        sale_of_property: "Sale of a property",
        other: OTHER,
      },
    },
    expected_monthly: {
      asks: "How much do you expect to deposit each month?",
      answers: {
        under_1000: "Under 1,000",
        "1000_5000": "1,000 to 5,000",
        "5000_20000": "5,000 to 20,000",
        "20000_100000": "20,000 to 100,000",
        over_100000: "Over 100,000",
      },
    },
    politically_exposed: {
      asks: "Do you, a relative or a close associate hold a senior public office?",
      hint: "In a government, parliament, court, military, political party or state-owned company, here or abroad. Former offices count.",
      answers: { no: "No", yes: "Yes" },
    },
  };

const answerText = (answer: AboutDraft[AboutField]): string =>
  answer === undefined ? "" : typeof answer === "boolean" ? (answer ? "yes" : "no") : answer;

export const aboutTexts = (about: AboutDraft = {}): AboutTexts =>
  Object.fromEntries(ABOUT_FIELDS.map((field) => [field, answerText(about[field])])) as AboutTexts;

/** One answer as it is sent. */
export const aboutAnswer = (field: AboutField, text: string): AboutDraft =>
  text === "" ? {} : { [field]: field === "politically_exposed" ? text === "yes" : text };

/** The answers as they are sent. */
export const aboutAnswers = (texts: AboutTexts): AboutDraft =>
  Object.assign({}, ...ABOUT_FIELDS.map((field) => aboutAnswer(field, texts[field]))) as AboutDraft;

/** The words of an answer; empty if there is none. */
export const aboutWords = (field: AboutField, text: string): string => {
  const answers: Readonly<Record<string, string>> = QUESTIONS[field].answers;
  return answers[text] ?? "";
};

/** Labels and words of the answers, for those who read them. */
export const aboutFacts = (about: AboutDraft = {}): readonly (readonly [string, string])[] => {
  const texts = aboutTexts(about);
  return ABOUT_FIELDS.map((field) => [ABOUT_LABELS[field], aboutWords(field, texts[field])] as const);
};
