/**
 * Questions of the identity form's second step: how customers earn and what they plan to do, as the law has a firm ask. Free of zod, as
 * screens use it.
 */

export const ABOUT_CHOICES = {
  occupation: ["employed", "self_employed", "business_owner", "student", "retired", "not_working", "other"],
  purpose: ["investing", "trading", "payments", "savings", "other"],
  source_of_funds: [
    "salary",
    "business",
    "savings",
    "investments",
    "inheritance",
    "sale_of_property",
    "other",
  ],
  expected_monthly: ["under_1000", "1000_5000", "5000_20000", "20000_100000", "over_100000"],
} as const;
type ChoiceField = keyof typeof ABOUT_CHOICES;

/** Answers of the second step. */
export type IdentityAbout = { readonly [Field in ChoiceField]: (typeof ABOUT_CHOICES)[Field][number] } & {
  readonly politically_exposed: boolean;
};
export type AboutField = keyof IdentityAbout;
/** Answers so far. */
export type AboutDraft = { readonly [Field in AboutField]?: IdentityAbout[Field] | undefined };

/** The questions in their order, with the word the messages use for each. */
export const ABOUT_LABELS = {
  occupation: "Occupation",
  purpose: "Purpose",
  source_of_funds: "Source of funds",
  expected_monthly: "Monthly amount",
  politically_exposed: "Public office",
} as const satisfies Record<AboutField, string>;
export const ABOUT_FIELDS = Object.keys(ABOUT_LABELS) as AboutField[];

/** The upper end of each monthly amount, in hundredths of the home currency; the highest has none. */
const MOST_MONTHLY: Readonly<Record<IdentityAbout["expected_monthly"], bigint | undefined>> = {
  under_1000: 1_000_00n,
  "1000_5000": 5_000_00n,
  "5000_20000": 20_000_00n,
  "20000_100000": 100_000_00n,
  over_100000: undefined,
};

/** The most that someone expects in a month, as above; undefined if nothing was said, too. */
export const mostMonthly = ({ expected_monthly: expected }: AboutDraft = {}): bigint | undefined =>
  expected && MOST_MONTHLY[expected];

/** Message of a question that lacks its answer. */
export const aboutMissing = (field: AboutField): string => `${ABOUT_LABELS[field]} is a required field`;

/** Whether all questions are answered. */
export const isAnswered = (about: AboutDraft): about is IdentityAbout =>
  ABOUT_FIELDS.every((field) => about[field] !== undefined);

/** Questions without an answer. Those who were never asked answer all of them or none. */
export const missingAbout = (about: AboutDraft, isRequired: boolean): AboutField[] => {
  const missing = ABOUT_FIELDS.filter((field) => about[field] === undefined);
  return isRequired || missing.length < ABOUT_FIELDS.length ? missing : [];
};
