import { utcDay } from "@wattle/contracts/days";
import type { IdentityState } from "@wattle/contracts/identity";
import { ABOUT_FIELDS, ABOUT_LABELS, type AboutField } from "@wattle/contracts/identity-about";
import { IDENTITY_FIELDS, IDENTITY_LABELS } from "@wattle/contracts/identity-rules";
import type { DocumentSide, IdentityField } from "@wattle/contracts/identity-rules";

/** A field of the form: a text, or a question with answers to choose from. */
export type FormField = IdentityField | AboutField;
export const FORM_FIELDS: readonly FormField[] = [...IDENTITY_FIELDS, ...ABOUT_FIELDS];
export const FIELD_LABELS: Readonly<Record<FormField, string>> = { ...IDENTITY_LABELS, ...ABOUT_LABELS };
export const isAbout = (field: FormField): field is AboutField => field in ABOUT_LABELS;

export const DOCUMENT_TYPE_OPTIONS = [
  { value: "passport", label: "Passport" },
  { value: "driver_licence", label: "Driver licence" },
  { value: "national_id", label: "National identity card" },
] as const;

interface Step {
  readonly title: string;
  readonly why: string;
  readonly fields: readonly FormField[];
}

export const STEPS: readonly Step[] = [
  {
    title: "Who you are",
    why: "Exactly as on your ID. We must verify customers by law.",
    fields: ["first_name", "middle_name", "last_name", "date_of_birth"],
  },
  {
    title: "Your plans",
    why: "We must ask by law. Choose what fits best.",
    fields: ABOUT_FIELDS,
  },
  {
    title: "Where you live",
    why: "Not a PO box. This sets your rules and currencies.",
    fields: ["street", "city", "state", "postcode", "address_country"],
  },
  {
    title: "Your ID",
    why: "Our team compares it with your photo. Every view is logged.",
    fields: ["document_type", "document_country", "document_number"],
  },
  {
    title: "Review your details",
    why: "You can’t change these until we’ve reviewed them.",
    fields: [],
  },
];
export const LAST_STEP = STEPS.length - 1;
export const ADDRESS_STEP = 2;
export const DOCUMENT_STEP = 3;

/** Today as a date field writes it. */
export const today = (): string => utcDay(Date.now());

/** The photos sent so far. */
export type Documents = IdentityState["documents"];

/** Files chosen in this tab, by the document they were sent as. */
export type ChosenPhotos = Readonly<Record<string, File>>;

export const documentOf = (documents: Documents, side: DocumentSide) =>
  documents.find((document) => document.side === side);
