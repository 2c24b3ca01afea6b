import { metaOf, type CountedMeta } from "@wattle/contracts/paging";
import { COUNTED_AT_MOST } from "@wattle/db/pages";

/**
 * The `meta` of a page of a list that may be too long to count.
 * @param counted more than `COUNTED_AT_MOST` if there are more
 */
export const countedMetaOf = (page: number, perPage: number, counted: number): CountedMeta => ({
  ...metaOf(page, perPage, Math.min(counted, COUNTED_AT_MOST)),
  more: counted > COUNTED_AT_MOST,
});
