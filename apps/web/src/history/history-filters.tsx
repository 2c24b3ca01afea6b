import { useEffect, useRef, useState } from "react";
import { Button } from "../controls/button.tsx";
import { TextField } from "../controls/text-field.tsx";
import { SelectField } from "../controls/select-field.tsx";
import styles from "./history-filters.module.css";
import { TRANSACTION_STATUSES } from "@wattle/contracts/history-rules";
import { isFiltered, TYPE_WORDS, type HistorySearch } from "./history-search.ts";
import { STATUS_WORDS } from "./statuses.ts";

/** A pause in typing after which the search begins. */
const DEBOUNCE_MILLISECONDS = 500;

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
      <TextField
        label="From"
        type="date"
        name="from"
        max={search.to}
        value={search.from ?? ""}
        onChange={(event) => put("from", event.currentTarget.value)}
      />
      <TextField
        label="To"
        type="date"
        name="to"
        min={search.from}
        value={search.to ?? ""}
        onChange={(event) => put("to", event.currentTarget.value)}
      />
      {isFiltered(search) && (
        <Button
          kind="quiet"
          onClick={() => {
            setText("");
            setSent("");
            onSearch({});
          }}
        >
          Clear
        </Button>
      )}
    </search>
  );
}
