const LARGEST_PAGE = 1_000_000;

/** The page of the board in the address bar, from 1; anything else is the first page and leaves no trace. */
export function partnersSearch({ page }: Record<string, unknown>): { page?: number } {
  return typeof page === "number" && Number.isInteger(page) && page > 1 && page <= LARGEST_PAGE
    ? { page }
    : {};
}
