import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import { DateField } from "../../controls/date-field.tsx";
import { SelectField } from "../../controls/select-field.tsx";
import { TextField } from "../../controls/text-field.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Form } from "../../ui/form.tsx";
import type { DeskSearch } from "./desk-search.ts";
import parts from "./parts.module.css";
import { dayProblems } from "./period.ts";
import { FROM_THE_START, useDeskSearch } from "./use-desk-search.ts";

interface Choice {
  readonly name: string;
  readonly label: string;
  /** Shown if nothing is chosen: 'All actions'. */
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

interface FilterFormProps {
  readonly choices: readonly Choice[];
  /** Typed parts: name, label and hint. */
  readonly texts: readonly (readonly [name: string, label: string, hint: string])[];
}

const DAYS = [
  ["from", "First day"],
  ["to", "Last day"],
] as const;

/** Filter of a list by choices, texts and days; the address keeps it. */
export function FilterForm({ choices, texts }: FilterFormProps) {
  const { search, change } = useDeskSearch();
  const [typed, setTyped] = useState<DeskSearch>({});
  const [asked, setAsked] = useState(false);
  // A wider screen has them without the button.
  const [open, setOpen] = useState(false);
  const names = [...texts, ...DAYS].map(([name]) => name);
  const value = (name: string): string => typed[name] ?? search[name] ?? "";
  const trimmed = (name: string): string => value(name).trim();
  const problems = dayProblems({ from: trimmed("from"), to: trimmed("to") }, { optional: true });
  const send = (): void => {
    setAsked(true);
    if (problems.from !== undefined || problems.to !== undefined) return;
    setOpen(false);
    setTyped({});
    change({ ...FROM_THE_START, ...Object.fromEntries(names.map((name) => [name, trimmed(name)])) });
  };
  const count = [...choices.map(({ name }) => name), ...names].filter(
    (name) => search[name] !== undefined,
  ).length;
  return (
    <>
      <Button
        kind="quiet"
        className={classNames(parts["small"], parts["filterButton"])}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {count === 0 ? "Filter" : `Filter: ${count}`}
      </Button>
      <Form className={classNames(parts["filters"], !open && parts["folded"])} onSubmit={send}>
        {choices.map(({ name, label, all, options }) => (
          <SelectField
            key={name}
            label={label}
            value={search[name] ?? ""}
            placeholder={all}
            options={options}
            onChange={(chosen) => change({ ...FROM_THE_START, [name]: chosen })}
          />
        ))}
        {texts.map(([name, label, hint]) => (
          <TextField
            key={name}
            name={name}
            label={label}
            placeholder={hint}
            value={value(name)}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            autoComplete="off"
          />
        ))}
        {DAYS.map(([name, label]) => (
          <DateField
            key={name}
            label={label}
            yearFirst
            value={value(name)}
            error={asked ? problems[name] : undefined}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            onChoose={(day) => setTyped({ ...typed, [name]: day })}
          />
        ))}
        <Button type="submit" kind="quiet">
          Show
        </Button>
      </Form>
    </>
  );
}
