const LONGEST_ID = 64;

/** Which transaction the address bar names; anything that is no identifier leaves no trace. */
export function transactionSearch(search: Record<string, unknown>): { id?: string } {
  const { id } = search;
  return typeof id === "string" && id !== "" && id.length <= LONGEST_ID ? { id } : {};
}
