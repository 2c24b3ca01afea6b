import { addDays, isDay } from "@wattle/contracts/days";
import { AUDIT_ACTS } from "@wattle/contracts/audit-acts";
import { actText } from "../../staff/staff-words.ts";
import { FilterForm } from "../parts/filter-form.tsx";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useToday } from "../parts/use-today.ts";
import { momentOfField } from "../parts/zone.ts";

const TEXTS = [
  ["actor", "Who", "Email"],
  ["subject", "About", "Email, reference or identifier"],
] as const;

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

/** Filter by person, subject, act and days. */
export function AuditFilters() {
  const { search } = useDeskSearch();
  return (
    <FilterForm
      choices={[
        { name: "action", label: "Action", all: "All actions", options: optionsWith(search["action"]) },
      ]}
      texts={TEXTS}
    />
  );
}
