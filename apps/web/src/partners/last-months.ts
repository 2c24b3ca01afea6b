import { addMonths } from "@wattle/contracts/days";

const MONTHS = 12;

/** Twelve months, the named one the last: `2026-11`. Those before `first` are left out. */
export const monthsUpTo = (month: string, first = ""): readonly string[] =>
  Array.from({ length: MONTHS }, (_, index) =>
    addMonths(`${month}-01`, index + 1 - MONTHS).slice(0, 7),
  ).filter((each) => each >= first);
