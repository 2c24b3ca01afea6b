import { keepPreviousData } from "@tanstack/react-query";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";

/** Fewer letters find everyone. */
export const FEWEST_LETTERS = 2;
/** A reference as people type it: twelve letters and digits, with or without dashes; or the ten digits of a bill. */
const REFERENCE = /^(?:(?:[0-9a-z]{4}[- ]?){3}|\d{10})$/i;

/** A transaction by its reference; undefined of any other text. */
export function useFoundTransaction(query: string) {
  const wanted = query.trim();
  const isReference = REFERENCE.test(wanted);
  const transaction = trpc.ops.transactions.find.useQuery(
    { reference: wanted },
    { enabled: isReference, retry: false, ...SHOWN_IN_PLACE },
  );
  return isReference ? transaction.data : undefined;
}

/**
 * Customers by name, email, phone, account or document number, or identifier, and a transaction by its reference.
 * @param most as many customers as are wanted
 * @returns `found` has the customers of this very text: Enter takes the first, and another text's would be the wrong person
 */
export function useFound(query: string, most: number) {
  const wanted = query.trim();
  const customers = trpc.ops.customers.search.useQuery(
    { query: wanted, page: 1, per_page: most },
    { enabled: wanted.length >= FEWEST_LETTERS, placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const transaction = useFoundTransaction(query);
  return { found: customers.isPlaceholderData ? [] : (customers.data?.data ?? []), transaction };
}
