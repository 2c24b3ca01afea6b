import { dayText, isDay } from "@wattle/contracts/days";
import type { AboutDraft } from "@wattle/contracts/identity-about";
import type { IdentityCheck } from "@wattle/contracts/identity-checks";
import { IDENTITY_LABELS, type IdentityField } from "@wattle/contracts/identity-rules";
import type { ReactNode } from "react";
import { countryName } from "../../accounts/country-options.ts";
import { Panel } from "../../controls/panel.tsx";
import { aboutFacts } from "../../identity/about-words.ts";
import { DOCUMENT_TYPE_OPTIONS } from "../../identity/identity-steps.ts";
import { Facts } from "../../ui/facts.tsx";
import type { CustomerFile } from "../parts/answers.ts";
import { ChangedText, type SinceLastTry } from "./last-try.tsx";

type Form = CustomerFile["identity"]["form"];

/** Further sides of a document, in the order in which documents have them. */
const COMPARED = [
  "first_name",
  "middle_name",
  "last_name",
  "date_of_birth",
  "document_type",
  "document_number",
  "document_country",
] as const satisfies readonly IdentityField[];

/** The fields that a check compares with the photo. */
const FIELDS_OF: Partial<Readonly<Record<IdentityCheck, readonly IdentityField[]>>> = {
  name_same: ["first_name", "middle_name", "last_name"],
  number_same: ["document_type", "document_number", "document_country"],
  born_same_day: ["date_of_birth"],
};

/** A field as people read it; the day of birth as documents have it: `14 Mar 1988`. */
function formText(field: IdentityField, text = ""): string {
  if (field === "date_of_birth") return isDay(text) ? dayText(text) : text;
  if (field === "document_type")
    return DOCUMENT_TYPE_OPTIONS.find(({ value }) => value === text)?.label ?? text;
  return field === "document_country" ? text && countryName(text) : text;
}

/** In one line: `1 Example Street, Sampleton NSW 2000, Australia`. */
function addressText({ street, city, state, postcode, address_country: country }: Form): string {
  const place = [city, state, postcode].filter(Boolean).join(" ");
  return [street, place, country && countryName(country)].filter(Boolean).join(", ");
}

const textOrChange = (before: string, now: string): ReactNode =>
  before === now ? now || null : <ChangedText before={before} after={now} />;

interface FormFactsProps {
  readonly form: Form;
  readonly changed: SinceLastTry["changed"];
  /** The next check. The fields that it compares are marked. */
  readonly check: IdentityCheck | undefined;
}

/** The form, beginning with the fields that are compared with the photos. Changed fields show their last value. */
export function FormFacts({ form, changed, check }: FormFactsProps) {
  const then: Form = {
    ...form,
    ...Object.fromEntries(changed.map(({ field, before }) => [field, before])),
  };
  const marked = check === undefined ? [] : (FIELDS_OF[check] ?? []);
  const facts = COMPARED.map((field): readonly [string, ReactNode] => {
    const shown = textOrChange(formText(field, then[field]), formText(field, form[field]));
    return [
      IDENTITY_LABELS[field],
      shown !== null && marked.includes(field) ? <span data-compared="">{shown}</span> : shown,
    ];
  });
  const address = ["Address", textOrChange(addressText(then), addressText(form))] as const;
  return <Facts facts={[...facts, address]} />;
}

/**
 * Answers of the second step, which no photo has. Changed ones show their last value. Nothing on a form that was sent
 * before it was asked.
 */
export function PlansPanel({
  form: { about },
  answers,
}: Pick<FormFactsProps, "form"> & Pick<SinceLastTry, "answers">) {
  const then = Object.fromEntries(answers.map(({ field, before }) => [field, before ?? undefined]));
  const before = aboutFacts({ ...about, ...(then as AboutDraft) });
  const facts = aboutFacts(about).map(
    ([label, words], place) => [label, textOrChange(before[place]?.[1] ?? "", words)] as const,
  );
  if (facts.every(([, shown]) => shown === null)) return null;
  return (
    <Panel title="Plans">
      <Facts facts={facts} />
    </Panel>
  );
}
