import { Button } from "../../controls/button.tsx";
import { Key } from "./key.tsx";
import { useKeys } from "./keys.ts";
import parts from "./parts.module.css";
import { useDeskSearch } from "./use-desk-search.ts";

interface CursorPagesProps {
  /** Position of the next page; null at the end, undefined as long as it is not known. */
  readonly next: string | null | undefined;
  /** Name the way on, and the way back to where the list begins. */
  readonly onward: string;
  readonly first: string;
}

/** The ways through a list that goes on from a place, which the address names as `after`: `o` goes on, `n` begins again. */
export function CursorPages({ next = null, onward, first }: CursorPagesProps) {
  const { search, change } = useDeskSearch();
  const acts = [
    ...(search["after"] === undefined
      ? []
      : [{ keys: "n", does: first, run: () => change({ after: "", row: "" }) }]),
    ...(next === null ? [] : [{ keys: "o", does: onward, run: () => change({ after: next, row: "" }) }]),
  ];
  useKeys(acts);
  if (acts.length === 0) return null;
  return (
    <div className={parts["acts"]}>
      {acts.map(({ keys, does, run }) => (
        <Button key={keys} kind="quiet" className={parts["small"]} onClick={run}>
          {does} <Key>{keys}</Key>
        </Button>
      ))}
    </div>
  );
}
