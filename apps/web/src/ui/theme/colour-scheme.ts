import { SCHEME_COOKIE, schemeOf, type Scheme } from "@wattle/contracts/theme-colours";
import { createStore, useStore } from "../../store.ts";

/** `system` follows the device. */
export type SchemeChoice = Scheme | "system";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The choice in the browser's cookie. */
export function keptScheme(): SchemeChoice {
  if (typeof document === "undefined") return "system";
  const kept = document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${SCHEME_COOKIE}=`))
    ?.slice(SCHEME_COOKIE.length + 1);
  return schemeOf(kept) ?? "system";
}

function keep(choice: SchemeChoice): void {
  const age = choice === "system" ? 0 : YEAR_SECONDS;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // The Cookie Store API is not in all browsers yet.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${SCHEME_COOKIE}=${choice}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}

function apply(choice: SchemeChoice): void {
  if (choice === "system") delete document.documentElement.dataset["scheme"];
  else document.documentElement.dataset["scheme"] = choice;
}

export const schemeStore = createStore<SchemeChoice>(keptScheme());
// The server has done so already, except for pages that Vite itself serves in development.
if (schemeStore.get() !== "system") apply(schemeStore.get());

const systemScheme = (): Scheme =>
  window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

/** Chooses a scheme, keeps it for the next visit and applies it at once. */
export function chooseScheme(choice: SchemeChoice): void {
  apply(choice);
  keep(choice);
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
