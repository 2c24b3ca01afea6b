/** The draft's key in the browser's local storage. Keys only, for pages that need not load the form's code. */
export const DRAFT_KEY = "pageExchange";

/**
 * The key of what the form holds, so that it outlives a reload. The draft is handed from one form to another and then gone;
 * this stays until the exchange succeeds or the customer logs out.
 */
export const KEPT_FORM_KEY = "exchangeForm";
