/**
 * Waits for parts of one unit of work that were begun together: the compiled statements they begin with go to
 * PostgreSQL in one round trip, in the order of the parts. If several parts fail, the first in order says why.
 */
export async function together<const T extends readonly unknown[]>(parts: {
  readonly [K in keyof T]: Promise<T[K]>;
}): Promise<T> {
  // None of them may go on in a transaction that has ended.
  await Promise.allSettled(parts);
  return (await Promise.all(parts)) as unknown as T;
}
