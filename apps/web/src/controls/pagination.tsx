import { Pagination as Mantine } from "@mantine/core";
import { classNames } from "../ui/class-names.ts";
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

interface StepProps {
  readonly text: string;
  /** Undefined if there is no further page that way. */
  readonly to: number | undefined;
  readonly onPage: (page: number) => void;
}

/** Not `disabled` at the ends: that would throw the focus away that has just turned to the last page. */
function Step({ text, to, onPage }: StepProps) {
  return (
    <li>
      <Mantine.Control
        className={styles["step"]}
        aria-disabled={to === undefined || undefined}
        onClick={() => {
          if (to !== undefined) onPage(to);
        }}
      >
        {text}
      </Mantine.Control>
    </li>
  );
}

/**
 * Page numbers of a list; nothing if there is one page only. Which numbers are shown is the specification's: Mantine's
 * own choice shows more of them near both ends.
 */
export function Pagination({ page, lastPage, onPage, label }: PaginationProps) {
  if (lastPage <= 1) return null;
  const current = safePage(page, lastPage);
  return (
    <nav aria-label={label}>
      <Mantine.Root unstyled total={lastPage} value={current}>
        <ol className={styles["pages"]}>
          <Step text="Previous" to={current === 1 ? undefined : current - 1} onPage={onPage} />
          {pageItems(current, lastPage).map((item) =>
            typeof item === "string" ? (
              <li key={item} className={styles["gap"]} aria-hidden="true">
                …
              </li>
            ) : (
              <li key={item}>
                <Mantine.Control
                  className={classNames(styles["page"], item === current && styles["current"])}
                  active={item === current}
                  aria-label={`Page ${item}`}
                  aria-current={item === current ? "page" : undefined}
                  onClick={() => {
                    if (item !== current) onPage(item);
                  }}
                >
                  {item}
                </Mantine.Control>
              </li>
            ),
          )}
          <Step text="Next" to={current === lastPage ? undefined : current + 1} onPage={onPage} />
        </ol>
      </Mantine.Root>
    </nav>
  );
}
