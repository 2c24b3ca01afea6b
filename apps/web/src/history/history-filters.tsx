import { useEffect, useRef, useState } from "react";
import { Button } from "../controls/button.tsx";
import { DateField } from "../controls/date-field.tsx";
import { isoDate } from "../controls/date-text.ts";
import { TextField } from "../controls/text-field.tsx";
import { SelectField } from "../controls/select-field.tsx";
import styles from "./history-filters.module.css";
import { TRANSACTION_STATUSES } from "@wattle/contracts/history-rules";
import { isFiltered, TYPE_WORDS, type HistorySearch } from "./history-search.ts";
import { STATUS_WORDS } from "./statuses.ts";

/** A pause in typing after which the search begins. */
const DEBOUNCE_MILLISECONDS = 500;

const NO_DATE = "Enter a date like 2026-01-31";

const TYPES = Object.entries(TYPE_WORDS).map(([value, label]) => ({ value, label }));
const STATUSES = TRANSACTION_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value][1] }));

interface HistoryFiltersProps {
  readonly search: HistorySearch;
  /** Given what the address bar shall say; any change of filter begins at the first page. */
  readonly onSearch: (next: HistorySearch) => void;
}

/** Search and filters. What is chosen is kept in the address bar. */
export function HistoryFilters({ search, onSearch }: HistoryFiltersProps) {
  const inAddress = search.search ?? "";
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [sent, setSent] = useState(inAddress);
  const { page: _page, ...filters } = search;

  // Back and forward change the address without a key being pressed; what this form has sent there is no news, and the
  // typing may have gone on since.
  if (inAddress !== seen) {
    setSeen(inAddress);
    if (inAddress !== sent) setText(inAddress);
  }

  const put = (name: keyof typeof filters, value: string): void => {
    if (name === "search") setSent(value);
    const { [name]: _former, ...others } = filters;
    onSearch(value === "" ? others : { ...others, [name]: value });
  };

  const wanted = text.trim();
  // What the wait ends with is what the address bar says by then.
  const begin = useRef(put);
  useEffect(() => {
    begin.current = put;
  });
  useEffect(() => {
    if (wanted === inAddress) return undefined;
    const timer = setTimeout(() => begin.current("search", wanted), DEBOUNCE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [wanted, inAddress]);

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
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          // Also where the form goes away before the pause is over.
          onBlur={() => {
            if (wanted !== inAddress) put("search", wanted);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            put("search", wanted);
          }}
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
      {isFiltered(search) && (
        <Button
          kind="quiet"
          onClick={() => {
            setText("");
            setSent("");
            onSearch({});
          }}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

interface DayFilterProps {
  readonly label: string;
  readonly name: "from" | "to";
  /** What the address bar says; days are `YYYY-MM-DD`. */
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
          if (value === "" || isoDate(value) === value) use(value);
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
