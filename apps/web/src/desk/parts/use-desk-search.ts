import { useNavigate, useSearch } from "@tanstack/react-router";
import { deskSearch, type DeskSearch } from "./desk-search.ts";

/** With another filter, no page, place or row of the old one stays in the address. */
export const FROM_THE_START = { page: "", after: "", row: "", id: "", act: "" } as const;

/** A screen's part of the address, so that a link shows a colleague the same, and its changes. */
export function useDeskSearch() {
  const search: DeskSearch = deskSearch({ ...useSearch({ strict: false }) });
  const navigate = useNavigate();
  return {
    search,
    /** Changes parts of it; an empty text takes one out. `replace` leaves no step to go back to. */
    change: (parts: DeskSearch, { replace = false }: { readonly replace?: boolean } = {}): void =>
      void navigate({
        to: ".",
        // Two changes at once are both made: the drawn state may be behind the address.
        search: (now) => deskSearch({ ...now, ...parts }),
        resetScroll: false,
        replace,
      }),
  };
}

/** The page of a list that an address names, from 1. */
export function pageOf({ page = "1" }: DeskSearch): number {
  return /^[1-9]\d{0,5}$/.test(page) ? Number.parseInt(page, 10) : 1;
}
