import { createContext, use } from "react";

/** The year that a page being prerendered is made with: a mark that the server fills in. */
export const PageYearContext = createContext<string | undefined>(undefined);

/** The current year, as text. */
export function usePageYear(): string {
  return use(PageYearContext) ?? String(new Date().getFullYear());
}
