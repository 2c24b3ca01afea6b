/** Part of a typed query's utilities for its known answers. */
export interface Known<Input, Data> {
  cancel(input: Input): Promise<void>;
  setData(input: Input, data: Data): unknown;
}

/**
 * Records `data`, which an answer just gave, as what is known of a query. A question that was asked before may be answered
 * afterwards: that answer is older, would undo this one, and is therefore given up.
 */
export async function recordAnswer<Input, Data>(
  query: Known<Input, Data>,
  input: Input,
  data: Data,
): Promise<void> {
  await query.cancel(input);
  query.setData(input, data);
}
