interface Place {
  readonly pathname: string;
  readonly search: object;
}

/** Subject of a dashboard page, if its address names one: a transaction, or an order with a card. */
function subjectOf({ pathname, search }: Place): unknown {
  if (!pathname.startsWith("/dashboard/")) return undefined;
  const { id, order }: { readonly id?: unknown; readonly order?: unknown } = search;
  return id ?? order;
}

/**
 * Whether one goes to another page: to another path or, in the dashboard, to another transaction at the same path. Any other
 * change of the search (a list's page, a drawer of the desk) leaves one on the page.
 */
export const isAnotherPage = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || subjectOf(from) !== subjectOf(to);
