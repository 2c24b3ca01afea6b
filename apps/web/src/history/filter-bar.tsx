import { dayText } from "@wattle/contracts/days";
import { useRef, useState } from "react";
import { Button } from "../controls/button.tsx";
import { buttonClass } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { CloseIcon } from "../ui/icons.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { HistoryFilters } from "./history-filters.tsx";
import { CsvLinks } from "./csv-links.tsx";
import { TYPE_WORDS, type HistorySearch } from "./history-search.ts";
import { STATUS_WORDS } from "./statuses.ts";
import styles from "./filter-bar.module.css";

/** A filter in words, with its values. */
function chipsOf({ search, type, status, from, to }: HistorySearch) {
  const chips: readonly (readonly [Exclude<keyof HistorySearch, "page">, string | undefined])[] = [
    ["search", search && `“${search}”`],
    ["type", type && TYPE_WORDS[type]],
    ["status", status && STATUS_WORDS[status].word],
    ["from", from && `From ${dayText(from)}`],
    ["to", to && `To ${dayText(to)}`],
  ];
  return chips.flatMap(([name, words]) => (words === undefined ? [] : [{ name, words }]));
}

interface FilterBarProps {
  readonly search: HistorySearch;
  readonly onSearch: (next: HistorySearch) => void;
  /** How many transactions there are with these filters; undefined while that is not known. */
  readonly total: number | undefined;
}

/** Search, filters and files on a phone: two sheets, and what is asked for as chips that a tap takes away. */
export function FilterBar({ search, onSearch, total }: FilterBarProps) {
  const [sheet, setSheet] = useState<"filters" | "files">();
  const bar = useRef<HTMLDivElement>(null);
  const close = (): void => setSheet(undefined);
  const drop = (name: keyof HistorySearch): void => {
    const { [name]: _dropped, page: _page, ...others } = search;
    onSearch(others);
    // The chip goes, and the focus would go with it.
    bar.current?.querySelector("button")?.focus();
  };
  return (
    <div ref={bar} className={styles["bar"]}>
      <Button
        kind="quiet"
        className={styles["small"]}
        aria-haspopup="dialog"
        onClick={() => setSheet("filters")}
      >
        Search and filter
      </Button>
      <Button
        kind="quiet"
        className={styles["small"]}
        aria-haspopup="dialog"
        onClick={() => setSheet("files")}
      >
        CSV
      </Button>
      <SiteLink to="/dashboard/statements" className={classNames(buttonClass("quiet"), styles["small"])}>
        Statements
      </SiteLink>
      {chipsOf(search).map(({ name, words }) => (
        <button key={name} type="button" className={styles["chip"]} onClick={() => drop(name)}>
          <span className="visually-hidden">Remove filter: </span>
          {words}
          <CloseIcon size={16} />
        </button>
      ))}
      <Sheet open={sheet === "filters"} title="Search and filter" onClose={close}>
        <HistoryFilters search={search} onSearch={onSearch} />
        <Button wide onClick={close}>
          {total === undefined ? "Show results" : `Show ${total} ${total === 1 ? "result" : "results"}`}
        </Button>
      </Sheet>
      <Sheet open={sheet === "files"} title="Download as CSV" onClose={close}>
        <CsvLinks search={search} wide />
      </Sheet>
    </div>
  );
}
