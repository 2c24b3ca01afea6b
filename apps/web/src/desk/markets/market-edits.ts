import type { ActField } from "../parts/act-drawer.tsx";

type Values = Readonly<Record<string, string>>;

export const YES_NO = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];
export const yesNo = (is: boolean): string => (is ? "yes" : "no");

const beforeOf = ({ initial = "" }: ActField): string => initial;
const afterOf = ({ name }: ActField, values: Values): string => (values[name] ?? "").trim();

/** Changed fields of a form about something existing: their text differs from the first one. */
const changedFields = (fields: readonly ActField[], values: Values): readonly ActField[] =>
  fields.filter((field) => afterOf(field, values) !== beforeOf(field));

/**
 * The procedure's input for the changed fields; the others are left out. @param read turns a text into the procedure's
 * value
 */
export const changedInput = (
  fields: readonly ActField[],
  values: Values,
  read: (name: string, text: string) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(
    changedFields(fields, values).map((field) => [field.name, read(field.name, afterOf(field, values))]),
  );

/** A whole number; text that is none arrives as null, which the procedure refuses at its field. */
export const wholeNumber = (text: string): number =>
  /^\d+$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
