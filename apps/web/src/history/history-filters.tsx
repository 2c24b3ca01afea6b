import { localDay } from "@wattle/contracts/days";
import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { DateField } from "../controls/date-field.tsx";
import { isoDate } from "../controls/date-text.ts";
import { TextField } from "../controls/text-field.tsx";
import { SelectField } from "../controls/select-field.tsx";
import styles from "./history-filters.module.css";
import { TRANSACTION_STATUSES } from "@wattle/contracts/history-rules";
import { countryOf } from "../markets/country.ts";
import { useSession } from "../session/session-store.ts";
import { Chips } from "../ui/chips.tsx";
import { dayRanges } from "./day-ranges.ts";
import { isFiltered, TYPE_WORDS, type HistorySearch } from "./history-search.ts";
import { STATUS_WORDS } from "./statuses.ts";
import { useTypedSearch } from "../ui/use-typed-search.ts";

const NO_DATE = "Enter a date like 31/01/2026";

const TYPES = Object.entries(TYPE_WORDS).map(([value, label]) => ({ value, label }));
const STATUSES = TRANSACTION_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value].word }));

interface HistoryFiltersProps {
  readonly search: HistorySearch;
  /** Given what the address bar shall say; any change of filter begins at the first page. */
  readonly onSearch: (next: HistorySearch) => void;
}

/** Search and filters. The choice is kept in the address bar. */
export function HistoryFilters({ search, onSearch }: HistoryFiltersProps) {
  const { page: _page, ...filters } = search;
  const put = (name: keyof typeof filters, value: string): void => {
    const { [name]: _former, ...others } = filters;
    onSearch(value === "" ? others : { ...others, [name]: value });
  };
  const { from: _from, to: _to, ...timeless } = filters;
  const [today] = useState(() => localDay(Date.now(), new Intl.DateTimeFormat().resolvedOptions().timeZone));
  const ranges = dayRanges(today, countryOf(useSession()));
  const { field, clear } = useTypedSearch(search.search ?? "", (text) => put("search", text));

  return (
    <search aria-label="Your transactions" className={styles["filters"]}>
      <div className={styles["search"]}>
        <TextField
          label="Search"
          type="search"
          name="search"
          placeholder="Reference or amount"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          {...field}
        />
      </div>
      <SelectField
        label="Type"
        name="type"
        placeholder="All types"
        options={TYPES}
        value={search.type ?? ""}
        onChange={(value) => put("type", value)}
      />
      <SelectField
        label="Status"
        name="status"
        placeholder="Any status"
        options={STATUSES}
        value={search.status ?? ""}
        onChange={(value) => put("status", value)}
      />
      <DayFilter
        label="From"
        name="from"
        day={search.from}
        max={search.to}
        onDay={(day) => put("from", day)}
      />
      <DayFilter label="To" name="to" day={search.to} min={search.from} onDay={(day) => put("to", day)} />
      <div className={styles["shortcuts"]}>
        <Chips
          legend="Usual days"
          chips={ranges.map(({ text, from, to }) => {
            const isOn = search.from === from && search.to === to;
            return {
              text,
              isOn,
              onPress: () =>
                onSearch({ ...timeless, ...(!isOn && { from, ...(to !== undefined && { to }) }) }),
            };
          })}
        />
        {isFiltered(search) && (
          <Button
            kind="plain"
            onClick={() => {
              clear();
              onSearch({});
            }}
          >
            Clear filters
          </Button>
        )}
      </div>
    </search>
  );
}

interface DayFilterProps {
  readonly label: string;
  readonly name: "from" | "to";
  /** Values of the address bar; days are `YYYY-MM-DD`. */
  readonly day: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Given the day, or an empty text for none. */
  readonly onDay: (day: string) => void;
}

/** A day, typed or chosen. A whole date is used at once, another way of writing it when the field is left. */
function DayFilter({ label, name, day = "", min, max, onDay }: DayFilterProps) {
  const [text, setText] = useState(day);
  const [seen, setSeen] = useState(day);
  const [error, setError] = useState<string>();
  if (day !== seen) {
    setSeen(day);
    setText(day);
    setError(undefined);
  }

  const use = (written: string): void => {
    const read = isoDate(written);
    const wrong = read === undefined && written.trim() !== "";
    setError(wrong ? NO_DATE : undefined);
    if (wrong) return;
    setText(read ?? "");
    if ((read ?? "") !== day) onDay(read ?? "");
  };

  return (
    <div className={styles["day"]}>
      <DateField
        label={label}
        name={name}
        value={text}
        min={min}
        max={max}
        error={error}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          if (value === "" || (value.length === 10 && isoDate(value) !== undefined)) use(value);
        }}
        onBlur={() => use(text)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) use(text);
        }}
        onChoose={use}
      />
    </div>
  );
}
