import { useState } from "react";
import { readStored, writeStored } from "../../storage.ts";

interface Named {
  readonly key: string;
  readonly fileOnly?: true;
}

/** Key of a browser's list of hidden columns; lists of the same columns on one screen share it. */
const keyOf = (columns: readonly Named[]): string =>
  `desk-columns ${window.location.pathname} ${columns.map(({ key }) => key).join(" ")}`;

/**
 * Which columns of a list are shown: all of them, less those that are hidden in this browser. One at least stays on the screen.
 * @returns the columns to show, and a way to show or hide one
 */
export function useShownColumns<Column extends Named>(columns: readonly Column[]) {
  const name = keyOf(columns);
  const [changed, setChanged] = useState<{ readonly name: string; readonly hidden: readonly string[] }>();
  const hidden = changed?.name === name ? changed.hidden : (readStored(name)?.split(" ") ?? []);
  const choices = columns.filter(({ fileOnly }) => fileOnly !== true);
  const isShown = ({ key }: Named): boolean => !hidden.includes(key);
  return {
    shown: columns.filter((column) => column.fileOnly === true || isShown(column)),
    choices: choices.map((column) => ({ column, isShown: isShown(column) })),
    show: (key: string, isToBe: boolean): void => {
      const next = isToBe ? hidden.filter((each) => each !== key) : [...hidden, key];
      if (choices.every((choice) => next.includes(choice.key))) return;
      writeStored(name, next.length === 0 ? null : next.join(" "));
      setChanged({ name, hidden: next });
    },
  };
}
