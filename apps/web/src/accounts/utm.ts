import { readStored, writeStored } from "../storage.ts";

/** Local storage key of only the campaign flag, which decides whether naira is offered. */
const FLAG = "utmstat";
/** Local storage key of all campaign values. */
const VALUES = "utm";
const NAME = /^utm[a-z_]{0,20}$/;
const MOST_VALUES = 12;
const LONGEST_VALUE = 200;

/** Keeps the campaign values of the address that a visitor came by; without any, earlier ones stay. */
export function keepUtm(search: string): void {
  const found = [...new URLSearchParams(search)].filter(
    ([name, value]) => NAME.test(name) && value !== "" && value.length <= LONGEST_VALUE,
  );
  if (found.length === 0) return;
  writeStored(VALUES, JSON.stringify(Object.fromEntries(found.slice(0, MOST_VALUES))));
  const flag = found.find(([name]) => name === FLAG)?.[1];
  if (flag !== undefined) writeStored(FLAG, flag.toLowerCase());
}

/** The campaign values kept with this visitor; undefined if there are none. */
export function keptUtm(): Record<string, string> | undefined {
  const text = readStored(VALUES);
  if (text === null) return undefined;
  try {
    const values: unknown = JSON.parse(text);
    if (typeof values !== "object" || values === null) return undefined;
    return Object.fromEntries(
      Object.entries(values).filter(
        (entry): entry is [string, string] => NAME.test(entry[0]) && typeof entry[1] === "string",
      ),
    );
  } catch {
    return undefined;
  }
}
