const LONGEST_ID = 64;

/** Which order the address bar names; anything that is no identifier leaves no trace. */
export function onrampSearch({ order }: Record<string, unknown>): { order?: string } {
  return typeof order === "string" && order !== "" && order.length <= LONGEST_ID ? { order } : {};
}
