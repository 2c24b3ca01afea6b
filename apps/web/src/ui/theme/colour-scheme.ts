import { createStore, useStore } from "../../store.ts";
import { readStored, writeStored } from "../../storage.ts";
import type { Scheme } from "@wattle/contracts/theme-colours";

/** `system` follows the device. */
export type SchemeChoice = Scheme | "system";

/** Key under which a choice other than `system` is kept; the script in the page's head reads it too. */
export const SCHEME_KEY = "colorScheme";

function keptChoice(): SchemeChoice {
  const kept = typeof window === "undefined" ? null : readStored(SCHEME_KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

export const schemeStore = createStore<SchemeChoice>(keptChoice());

const systemScheme = (): Scheme =>
  window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

/** Chooses a scheme, keeps it for the next visit and applies it at once. */
export function chooseScheme(choice: SchemeChoice): void {
  if (choice === "system") delete document.documentElement.dataset["scheme"];
  else document.documentElement.dataset["scheme"] = choice;
  writeStored(SCHEME_KEY, choice === "system" ? null : choice);
  schemeStore.set(choice);
}

/** The scheme that is painted now. */
export function paintedScheme(): Scheme {
  const choice = schemeStore.get();
  return choice === "system" ? systemScheme() : choice;
}

/** The visitor's choice, re-rendering when it changes. */
export function useSchemeChoice(): SchemeChoice {
  return useStore<SchemeChoice>(schemeStore, "system");
}
