import type { PageMeta } from "@wattle/contracts/paging";
import styles from "./list-foot.module.css";
import { Pagination } from "./pagination.tsx";

interface ListFootProps {
  readonly meta: PageMeta;
  readonly onPage: (page: number) => void;
  /** Names the pages to assistive technology. */
  readonly label: string;
}

/** The end of a list of transactions: which page it is, and the others. */
export function ListFoot({ meta: { current_page, last_page, total }, onPage, label }: ListFootProps) {
  return (
    <div className={styles["foot"]}>
      <output className={styles["count"]}>
        Page {current_page} of {last_page}, {total} {total === 1 ? "transaction" : "transactions"}
      </output>
      <Pagination label={label} page={current_page} lastPage={last_page} onPage={onPage} />
    </div>
  );
}
