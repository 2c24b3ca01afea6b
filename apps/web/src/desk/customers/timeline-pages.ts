/** A timeline that is put together from lists which are read a piece at a time. */

interface Row {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
}

/** Loaded part of a list, newest first, and where it goes on; null at its end. */
export interface Loaded<Of extends Row> {
  readonly rows: readonly Of[];
  readonly next: string | null;
}

/** A list's newest rows before those that were loaded earlier: each row once, as it was read last. */
export function joined<Of extends Row>(newest: Loaded<Of>, before: Loaded<Of> | undefined): Loaded<Of> {
  if (before === undefined) return newest;
  const known = new Set(newest.rows.map(({ id }) => id));
  return { rows: [...newest.rows, ...before.rows.filter(({ id }) => !known.has(id))], next: before.next };
}

/**
 * The time from which on all is loaded. If a list has more, anything older than its oldest loaded row could have rows
 * between.
 * @returns ISO 8601; undefined if every list is loaded to its end
 */
export function wholeSince(lists: readonly Loaded<Row>[]): string | undefined {
  const ends = lists.flatMap(({ rows, next }) => (next === null ? [] : [rows.at(-1)?.created_at ?? ""]));
  return ends.length === 0 ? undefined : ends.reduce((latest, end) => (end > latest ? end : latest));
}

/** Entries that nothing can come between. */
export const whole = <Entry extends { readonly at: string }>(
  entries: readonly Entry[],
  lists: readonly Loaded<Row>[],
): readonly Entry[] => {
  const since = wholeSince(lists);
  return since === undefined ? entries : entries.filter(({ at }) => at >= since);
};
