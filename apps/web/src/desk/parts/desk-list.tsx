import { displayMoment } from "@wattle/exchange-core/display";
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { Button } from "../../controls/button.tsx";
import { Checkbox } from "../../controls/checkbox.tsx";
import { Dialog } from "../../controls/dialog.tsx";
import { Pagination } from "../../controls/pagination.tsx";
import { DataTable, type BodyLines } from "../../controls/data-table.tsx";
import type { CardPlace, Column } from "../../controls/table-rows.tsx";
import { Loaded } from "../../controls/loaded.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { DepositIcon, Icon } from "../../ui/icons.tsx";
import { csvHead, csvRows, saveCsv } from "./csv-file.ts";
import { RowsAhead } from "./desk-screen.tsx";
import { Key } from "./key.tsx";
import { useKeys } from "./keys.ts";
import { LookingMark, useColleagues } from "./presence.tsx";
import { useSortHeads } from "./sort-heads.tsx";
import type { Sort } from "./sorting.ts";
import { SaveAll, type PieceAfter } from "./save-all.tsx";
import { useDeskSearch } from "./use-desk-search.ts";
import { useShownColumns } from "./use-shown-columns.ts";
import { useWalk } from "./use-walk.ts";
import { deskZone } from "./zone.ts";
import styles from "./parts.module.css";

export interface DeskColumn<Row> extends Column<Row> {
  /** How rows compare by it: its head is a button then. */
  readonly sort?: Sort<Row>;
  /** The value in the CSV file. A column without one is left out of the file. */
  readonly csv?: (row: Row) => string;
  /** Only the file has it: the screen says it in another column. */
  readonly fileOnly?: true;
}

interface Paged<Row> {
  readonly data: readonly Row[];
  readonly meta: {
    readonly current_page: number;
    readonly last_page: number;
    readonly per_page: number;
    /** Whether there are pages after `last_page`, which no one has counted. */
    readonly more: boolean;
  };
}

/** A list's answer, as react-query gives it: all rows, or a page of them. */
interface Query<Row> {
  readonly data: readonly Row[] | Paged<Row> | undefined;
  readonly isError?: boolean;
  readonly refetch?: () => unknown;
  /** Other rows are coming: the old ones stay, dimmed. */
  readonly isPlaceholderData?: boolean;
}

const isPaged = <Row,>(data: Query<Row>["data"]): data is Paged<Row> => data !== undefined && "meta" in data;

/** The last page that is known to be there, or worth a look: the one after a full page. */
const lastPageOf = <Row,>({ data, meta }: Paged<Row>): number => {
  const { current_page: page, last_page: last, per_page: perPage, more } = meta;
  return more ? Math.max(last, data.length < perPage ? page : page + 1) : last;
};

export const rowsOf = <Row,>(data: Query<Row>["data"]): readonly Row[] | undefined =>
  isPaged(data) ? data.data : data;

export interface DeskListProps<Row> {
  /** Says what the list holds, and names its file. */
  readonly caption: string;
  readonly columns: readonly DeskColumn<Row>[];
  /** If the answer is a page, the list leads to the others by `page` in the address. */
  readonly query: Query<Row>;
  /** Identifier that the audit log has of a row, if it has one: colleagues who look at the row are marked by it. */
  readonly rowKey: (row: Row) => string;
  /** The heading under which a row is; rows of one heading follow each other. */
  readonly groupOf?: (row: Row) => string;
  /** Summary of the rows under a heading: their number, their sum. */
  readonly groupSays?: ((rows: readonly Row[]) => string) | undefined;
  /** Places of the columns on a phone, by key, in two lines a row. A column without a place is seen in the open row. */
  readonly card?: Readonly<Record<string, CardPlace>>;
  /**
   * The foot of the list: by default the file and the choice of columns; only the file if another list of the page has
   * the columns; or nothing.
   */
  readonly foot?: "file" | "none";
  /** Reads all that the filter finds, for a file of it. Without it, the file has only the rows on the screen. */
  readonly pieceAfter?: PieceAfter<Row> | undefined;
  readonly empty: { readonly title: string; readonly text?: ReactNode };
  /** Opens a row: Enter, or a click. */
  readonly onOpen?: (row: Row) => void;
  /** Which rows can be opened; all of them if it is left out. */
  readonly opens?: (row: Row) => boolean;
  /** The row that is open. */
  readonly openKey?: string | undefined;
  /** It is shown though no one has opened it: nothing scrolls to it, and j begins at the first row. */
  readonly byItself?: boolean;
}

/** A sheet in three columns. */
const COLUMNS_ICON = (
  <Icon size={16}>
    <path d="M3 4h14v12H3ZM7.7 4v12M12.3 4v12" />
  </Icon>
);

interface ChooseColumnsProps {
  readonly caption: string;
  readonly choices: ReturnType<typeof useShownColumns<{ key: string; title: string }>>["choices"];
  readonly onShow: (key: string, isShown: boolean) => void;
}

/** Which columns are shown, each with a box to tick; the choice is kept in this browser. */
function ChooseColumns({ caption, choices, onShow }: ChooseColumnsProps) {
  const [open, setOpen] = useState(false);
  useKeys([{ keys: "q", does: "Choose columns", run: () => setOpen(true) }]);
  return (
    <>
      <Button kind="plain" className={styles["tool"]} onClick={() => setOpen(true)}>
        {COLUMNS_ICON} Columns <Key>q</Key>
      </Button>
      {open && (
        <Dialog open place="side" title={`Columns: ${caption}`} onClose={() => setOpen(false)}>
          <div className={styles["choices"]}>
            <p>The CSV file has the same columns.</p>
            {choices.map(({ column: { key, title }, isShown }, place) => (
              <Checkbox
                key={key}
                name={`column-${key}`}
                label={title}
                data-autofocus={place === 0 || undefined}
                checked={isShown}
                onChange={(isToBe) => onShow(key, isToBe)}
              />
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Has the first column show who looks at a row. */
function useMarked<Row>(
  columns: readonly DeskColumn<Row>[],
  rowKey: (row: Row) => string,
): readonly DeskColumn<Row>[] {
  const all = useColleagues();
  const [first, ...others] = columns;
  if (all.length === 0 || first === undefined) return columns;
  const cell = (row: Row): ReactNode => {
    const there = all.filter(({ id }) => id === rowKey(row));
    if (there.length === 0) return first.cell(row);
    return (
      <span>
        {first.cell(row)} <LookingMark there={there} />
      </span>
    );
  };
  return [{ ...first, cell }, ...others];
}

/** Scrolls to the open row's panel if it is above its list, as on a phone. */
function useOpenInSight(frame: RefObject<HTMLElement | null>, openKey: string | undefined): void {
  useEffect(() => {
    if (openKey === undefined) return;
    const panel = frame.current?.closest(`.${styles["split"]}`)?.querySelector(":scope > section");
    const top = panel?.getBoundingClientRect().top ?? 0;
    if (top < 0 || top > window.innerHeight) panel?.scrollIntoView();
  }, [frame, openKey]);
}

/** Says when it was tried, since a list may be open for hours. */
function LastTried() {
  const [at] = useState(() => displayMoment(Date.now(), deskZone()));
  return `Last tried on ${at}.`;
}

/** Lists with more rows are virtualised. */
const MOST_DRAWN = 100;
/** Few lists are long, so the code for them comes with the first one. */
const LongBody = lazy(async () => ({ default: (await import("./long-body.tsx")).LongBody }));

/** The first rows of a long list until its code is loaded. */
const FirstLines = ({ count, line }: BodyLines): ReactNode =>
  Array.from({ length: Math.min(count, MOST_DRAWN) }, (_, index) =>
    line(index, { "aria-rowindex": index + 2 }),
  );

/** The address’s `open`: the list opens its first row once it is there. */
export const OPEN_FIRST = "first";

/** Opens the first row if the address asks for it, once: the way back leads to the list. */
function useOpenFirst<Row>(rows: readonly Row[] | undefined, onOpen: ((row: Row) => void) | undefined): void {
  const { search, change } = useDeskSearch();
  const [first] = rows ?? [];
  const wanted = search["open"] === OPEN_FIRST && first !== undefined && onOpen !== undefined;
  const open = useEffectEvent(() => {
    if (first === undefined) return;
    change({ open: "" }, { replace: true });
    onOpen?.(first);
  });
  useEffect(() => {
    if (wanted) open();
  }, [wanted]);
}

/** Lists with fewer columns have nothing to choose. */
const FEWEST_TO_CHOOSE = 3;

/**
 * The list of a desk screen: j and k move, Enter opens. Its head stays in sight and sorts. The CSV file has the shown
 * rows.
 */
export function DeskList<Row>(props: DeskListProps<Row>) {
  const { caption, columns, query, rowKey, groupOf, empty, onOpen, openKey, foot } = props;
  const { data, isPlaceholderData = false } = query;
  const { change } = useDeskSearch();
  const { shown, choices, show } = useShownColumns(columns);
  const marked = useMarked(
    shown.flatMap((column) =>
      column.fileOnly === true ? [] : [{ ...column, card: props.card?.[column.key] }],
    ),
    rowKey,
  );
  const { rows, choice, headOf } = useSortHeads(columns, rowsOf(data), groupOf);
  const frame = useRef<HTMLDivElement>(null);
  const chosenKey = props.byItself === true ? undefined : openKey;
  useOpenInSight(frame, chosenKey);
  useOpenFirst(isPlaceholderData ? undefined : rows, onOpen);
  const opens = props.opens ?? (() => true);
  const isLong = (rows?.length ?? 0) > MOST_DRAWN;
  const walk = useWalk({
    keys: onOpen === undefined ? undefined : (rows ?? []).filter((row) => opens(row)).map(rowKey),
    openKey: chosenKey,
    frame,
  });
  if (rows === undefined)
    return (
      <Loaded
        query={{ isError: false, refetch: () => undefined, ...query, data: rows }}
        what="this list"
        note={<LastTried />}
        ahead={<RowsAhead count={8} />}
      />
    );
  if (rows.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  return (
    <div ref={frame} className={styles["list"]} onFocus={isLong ? walk.onFocus : undefined}>
      {foot !== "none" && (
        <div className={styles["tools"]}>
          <Button
            kind="plain"
            className={styles["tool"]}
            onClick={() => saveCsv(caption, csvHead(shown) + csvRows(shown, rows))}
          >
            <DepositIcon size={16} /> Download CSV
          </Button>
          {props.pieceAfter !== undefined && (
            <SaveAll caption={caption} columns={shown} pieceAfter={props.pieceAfter} />
          )}
          {foot === undefined && choices.length >= FEWEST_TO_CHOOSE && (
            <ChooseColumns caption={caption} choices={choices} onShow={show} />
          )}
        </div>
      )}
      <DataTable
        caption={caption}
        columns={marked}
        headOf={headOf}
        above={choice}
        rows={rows}
        rowKey={rowKey}
        groupOf={groupOf}
        groupSays={props.groupSays}
        stale={isPlaceholderData}
        openKey={openKey}
        onOpen={onOpen}
        opens={props.opens}
        classes={styles}
        body={
          isLong
            ? (lines) => (
                <Suspense fallback={<FirstLines {...lines} />}>
                  <LongBody
                    {...lines}
                    kept={walk.kept}
                    columns={marked.map(({ key }) => key).join(" ")}
                    onDrawn={walk.onDrawn}
                  />
                </Suspense>
              )
            : undefined
        }
      />
      {isPaged(data) && (
        <div className={styles["foot"]}>
          <Pagination
            label={caption}
            page={data.meta.current_page}
            lastPage={lastPageOf(data)}
            onPage={(page) => change({ page: String(page) })}
          />
        </div>
      )}
    </div>
  );
}
