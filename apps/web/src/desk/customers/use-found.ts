import { keepPreviousData } from "@tanstack/react-query";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";

/** Fewer letters find everyone. */
const FEWEST = 2;
/** A reference as people type it: twelve letters and digits, with or without dashes; or the ten digits of a bill. */
const REFERENCE = /^(?:(?:[0-9a-z]{4}[- ]?){3}|\d{10})$/i;

/**
 * Search results for a text: customers by name, email, phone, account or document number, or identifier; a transaction
 * by its reference.
 * @param all whether an empty text finds everyone; otherwise nothing is asked for it
 * @param most as many customers as are wanted
 * @returns `found` has the customers of this very text: Enter takes the first, and another text's would be the wrong person
 */
export function useFound(
  query: string,
  { page = 1, most, all = false }: { readonly page?: number; readonly most: number; readonly all?: boolean },
) {
  const wanted = query.trim();
  const customers = trpc.ops.customers.search.useQuery(
    { ...(wanted !== "" && { query: wanted }), page, per_page: most },
    {
      enabled: wanted === "" ? all : wanted.length >= FEWEST,
      placeholderData: keepPreviousData,
      ...SHOWN_IN_PLACE,
    },
  );
  const transaction = trpc.ops.transactions.find.useQuery(
    { reference: wanted },
    { enabled: REFERENCE.test(wanted), retry: false, ...SHOWN_IN_PLACE },
  );
  const found = customers.isPlaceholderData ? [] : (customers.data?.data ?? []);
  return { customers, found, transaction: REFERENCE.test(wanted) ? transaction.data : undefined };
}
