import { utcDay } from "@wattle/contracts/days";
import type { IdentityState } from "@wattle/contracts/identity";
import type { DocumentSide, IdentityField } from "@wattle/contracts/identity-rules";

export const DOCUMENT_TYPE_OPTIONS = [
  { value: "passport", label: "Passport" },
  { value: "driver_licence", label: "Driver licence" },
  { value: "national_id", label: "National identity card" },
] as const;

interface Step {
  readonly title: string;
  readonly why: string;
  readonly fields: readonly IdentityField[];
}

export const STEPS: readonly Step[] = [
  {
    title: "Who you are",
    why: "Exactly as on your ID. We must verify customers by law.",
    fields: ["first_name", "middle_name", "last_name", "date_of_birth"],
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
export const DOCUMENT_STEP = 2;

/** Today as a date field writes it. */
export const today = (): string => utcDay(Date.now());

/** The photos sent so far. */
export type Documents = IdentityState["documents"];

/** Files chosen in this tab, by the document they were sent as. */
export type ChosenPhotos = Readonly<Record<string, File>>;

export const documentOf = (documents: Documents, side: DocumentSide) =>
  documents.find((document) => document.side === side);
