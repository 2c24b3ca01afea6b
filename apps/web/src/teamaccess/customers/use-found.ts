import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../trpc.ts";
import { IN_PLACE } from "../parts/use-today.ts";

/** Fewer letters find everyone. */
const FEWEST = 2;
/** A reference as people type it: twelve letters and digits, with or without dashes. */
const REFERENCE = /^(?:[0-9a-z]{4}[- ]?){3}$/i;

/**
 * What a text finds: customers by name, email, phone, account or document number, or identifier; a transaction by its reference.
 * @param most as many customers as are wanted
 */
export function useFound(
  query: string,
  { page = 1, most }: { readonly page?: number; readonly most: number },
) {
  const wanted = query.trim();
  const customers = trpc.ops.customers.search.useQuery(
    { ...(wanted !== "" && { query: wanted }), page, per_page: most },
    { enabled: wanted === "" || wanted.length >= FEWEST, placeholderData: keepPreviousData, ...IN_PLACE },
  );
  const transaction = trpc.ops.transactions.find.useQuery(
    { reference: wanted },
    { enabled: REFERENCE.test(wanted), retry: false, ...IN_PLACE },
  );
  return { customers, transaction: REFERENCE.test(wanted) ? transaction.data : undefined };
}
