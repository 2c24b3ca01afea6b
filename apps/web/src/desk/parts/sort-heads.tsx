import { ChevronIcon, DownIcon, UpIcon } from "../../ui/icons.tsx";
import type { ColumnHead } from "../../controls/data-table.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import type { Direction, Sort } from "./sorting.ts";
import { useSort } from "./use-sort.ts";
import styles from "./parts.module.css";

interface Sorted<Row> {
  readonly key: string;
  readonly title: string;
  readonly sort?: Sort<Row>;
}

/** The head of a column that sorts. */
function SortHead({
  title,
  direction,
  onPress,
}: {
  readonly title: string;
  readonly direction: Direction | undefined;
  readonly onPress: () => void;
}) {
  return (
    <button type="button" className={styles["sort"]} title="Sorts the rows that are shown" onClick={onPress}>
      {title}
      {direction === 1 && <UpIcon size={10} />}
      {direction === -1 && <DownIcon size={10} />}
    </button>
  );
}

/** Cards that are in sight at once need no order of their own. */
const FEWEST_TO_SORT = 5;

interface SortChoiceProps {
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly sorted: { readonly key: string; readonly direction: Direction } | undefined;
  /** Given the order as the address names it. */
  readonly onSort: (by: string) => void;
}

/** The order of cards. */
const SortChoice = ({ columns, sorted, onSort }: SortChoiceProps) => (
  <label className={styles["sortChoice"]}>
    Sort
    <select
      value={sorted === undefined ? "" : `${sorted.direction === 1 ? "" : "-"}${sorted.key}`}
      onChange={(event) => onSort(event.currentTarget.value)}
    >
      <option value="">As listed</option>
      {columns.flatMap(({ key, title }) => [
        <option key={key} value={key}>
          {title} ↑
        </option>,
        <option key={`-${key}`} value={`-${key}`}>
          {title} ↓
        </option>,
      ])}
    </select>
    <ChevronIcon size={14} />
  </label>
);

/** The heads of a list's columns, and its rows in the order that they ask for. */
export function useSortHeads<Row>(
  columns: readonly Sorted<Row>[],
  listed: readonly Row[] | undefined,
  groupOf: ((row: Row) => string) | undefined,
) {
  const { sorted, sort, sortBy, press } = useSort(columns, groupOf);
  const narrow = useNarrow();
  const sortable = columns.filter((column) => column.sort !== undefined);
  return {
    rows: listed && sort(listed),
    /** A phone's cards have no heads. */
    choice: narrow && sortable.length > 0 && (listed?.length ?? 0) >= FEWEST_TO_SORT && (
      <SortChoice columns={sortable} sorted={sorted} onSort={sortBy} />
    ),
    headOf: ({ key, title, sort: by }: Sorted<Row>): ColumnHead => {
      const direction = sorted?.key === key ? sorted.direction : undefined;
      return {
        head: by ? <SortHead title={title} direction={direction} onPress={() => press(key)} /> : title,
        sorted: direction && (direction === 1 ? "ascending" : "descending"),
      };
    },
  };
}
