/** Header in which a page says with each request whose page it is: an account's id, or {@link NO_ONE}. */
export const PAGE_OF_HEADER = "X-Page-Of";

/** The same in the address of what the browser fetches by itself: links to files, pictures. */
export const PAGE_OF_KEY = "page_of";

/** Owner of a visitor's page. */
export const NO_ONE = "guest";
