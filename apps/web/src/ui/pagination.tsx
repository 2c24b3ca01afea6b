import { classNames } from "./class-names.ts";
import { pageItems, safePage } from "./page-numbers.ts";
import styles from "./pagination.module.css";

interface PaginationProps {
  /** From 1; a number beyond the pages that exist counts as the nearest that does. */
  readonly page: number;
  readonly lastPage: number;
  readonly onPage: (page: number) => void;
  /** Names the list to assistive technology. */
  readonly label: string;
}

/** Page numbers of a list; nothing where there is one page only. */
export function Pagination({ page, lastPage, onPage, label }: PaginationProps) {
  if (lastPage <= 1) return null;
  const current = safePage(page, lastPage);
  const step = (text: string, to: number, off: boolean) => (
    <li>
      <button
        type="button"
        className={styles["step"]}
        aria-disabled={off || undefined}
        onClick={() => {
          if (!off) onPage(to);
        }}
      >
        {text}
      </button>
    </li>
  );
  return (
    <nav aria-label={label}>
      <ol className={styles["pages"]}>
        {step("Previous", current - 1, current === 1)}
        {pageItems(current, lastPage).map((item) =>
          typeof item === "string" ? (
            <li key={item} className={styles["gap"]} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={item}>
              <button
                type="button"
                className={classNames(styles["page"], item === current && styles["current"])}
                aria-label={`Page ${item}`}
                aria-current={item === current ? "page" : undefined}
                onClick={() => {
                  if (item !== current) onPage(item);
                }}
              >
                {item}
              </button>
            </li>
          ),
        )}
        {step("Next", current + 1, current === lastPage)}
      </ol>
    </nav>
  );
}
