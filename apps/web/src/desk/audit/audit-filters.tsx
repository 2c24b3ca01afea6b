import { addDays, isDay } from "@wattle/contracts/days";
import { AUDIT_ACTS } from "@wattle/contracts/audit-acts";
import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import { DateField } from "../../controls/date-field.tsx";
import { SelectField } from "../../controls/select-field.tsx";
import { TextField } from "../../controls/text-field.tsx";
import { actText } from "../../staff/staff-words.ts";
import { classNames } from "../../ui/class-names.ts";
import { Form } from "../../ui/form.tsx";
import type { DeskSearch } from "../parts/desk-search.ts";
import parts from "../parts/parts.module.css";
import { FROM_THE_START, useDeskSearch } from "../parts/use-desk-search.ts";
import { useToday } from "../parts/use-today.ts";
import { momentOfField } from "../parts/zone.ts";
import { dayProblems } from "../parts/period.ts";

const TEXTS = [
  ["actor", "Who", "Email"],
  ["subject", "About", "Email, reference or identifier"],
] as const;
const DAYS = [
  ["from", "First day"],
  ["to", "Last day"],
] as const;
const NAMES = [...TEXTS, ...DAYS].map(([name]) => name);

const byWords = (a: string, b: string): number => actText(a).localeCompare(actText(b));
/** Every act that there is, and the one that the address names: logs have words of earlier releases. */
const optionsWith = (named: string | undefined) =>
  [...new Set<string>([...AUDIT_ACTS, ...(named === undefined ? [] : [named])])]
    .toSorted(byWords)
    .map((value) => ({ value, label: actText(value) }));

/** Filter of the log, as the address has it. */
interface AuditFilter {
  readonly isAny: boolean;
  /** Days are those of the installation: nothing is asked for as long as it is not known where that is. */
  readonly isReady: boolean;
  readonly input: Readonly<Record<string, string>>;
}

const LAST_MILLISECOND = -1;
const momentText = (day: string, more = 0): string =>
  new Date(momentOfField(`${day}T00:00`) + more).toISOString();

export function useAuditFilter(): AuditFilter {
  const { search } = useDeskSearch();
  const today = useToday();
  const { actor, subject, action, from, to } = search;
  const input = {
    ...(actor !== undefined && { actor }),
    ...(subject !== undefined && { subject }),
    ...(action !== undefined && { action }),
    ...(isDay(from) && { from: momentText(from) }),
    ...(isDay(to) && { to: momentText(addDays(to, 1), LAST_MILLISECOND) }),
  };
  return {
    isAny: Object.keys(input).length > 0,
    isReady: today.data !== undefined || (!isDay(from) && !isDay(to)),
    input,
  };
}

/** Filter by person, subject, act and days; the address keeps it. */
export function AuditFilters() {
  const { search, change } = useDeskSearch();
  const [typed, setTyped] = useState<DeskSearch>(search);
  const [asked, setAsked] = useState(false);
  // A wider screen has them without the button.
  const [open, setOpen] = useState(false);
  const value = (name: string): string => (typed[name] ?? "").trim();
  const problems = dayProblems({ from: value("from"), to: value("to") }, { optional: true });
  const send = (): void => {
    setAsked(true);
    if (problems.from !== undefined || problems.to !== undefined) return;
    setOpen(false);
    change({ ...FROM_THE_START, ...Object.fromEntries(NAMES.map((name) => [name, value(name)])) });
  };
  const count = ["action", ...NAMES].filter((name) => search[name] !== undefined).length;
  return (
    <>
      <Button
        kind="quiet"
        className={parts["filterButton"]}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {count === 0 ? "Filter" : `Filter: ${count}`}
      </Button>
      <Form className={classNames(parts["filters"], !open && parts["folded"])} onSubmit={send}>
        <SelectField
          label="Action"
          value={search["action"] ?? ""}
          placeholder="All actions"
          options={optionsWith(search["action"])}
          onChange={(action) => change({ ...FROM_THE_START, action })}
        />
        {TEXTS.map(([name, label, hint]) => (
          <TextField
            key={name}
            name={name}
            label={label}
            placeholder={hint}
            value={typed[name] ?? ""}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            autoComplete="off"
          />
        ))}
        {DAYS.map(([name, label]) => (
          <DateField
            key={name}
            label={label}
            yearFirst
            value={typed[name] ?? ""}
            error={asked ? problems[name] : undefined}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            onChoose={(day) => setTyped({ ...typed, [name]: day })}
          />
        ))}
        <Button type="submit">Show</Button>
      </Form>
    </>
  );
}
