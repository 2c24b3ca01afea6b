/** Finds references in what banks make of them. A reference has twelve characters and two dashes, see `reference.ts`. */

/** How a reference was found. */
export type Found =
  | { readonly how: "exact" }
  /** One character is another; the check character says which it was. */
  | { readonly how: "corrected"; readonly written: string }
  /** Only its first characters are there. */
  | { readonly how: "cut"; readonly length: number }
  /** Its halves are there, apart from each other. */
  | { readonly how: "split" };

const LENGTH = 12;
const HALF = 6;
/** A shorter beginning could be chance. */
const SHORTEST_CUT = 8;

/** Only letters and digits, in one case. */
export const squeeze = (text: string): string => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");

/** References, ready to be looked for. */
export interface ReferenceIndex {
  readonly byStart: ReadonlyMap<string, readonly string[]>;
  readonly byEnd: ReadonlyMap<string, readonly string[]>;
}

function groupBy(references: readonly string[], key: (bare: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const reference of references) {
    const name = key(squeeze(reference));
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [reference]);
    else group.push(reference);
  }
  return groups;
}

/** @param references as they are stored, with dashes */
export const indexReferences = (references: readonly string[]): ReferenceIndex => ({
  byStart: groupBy(references, (bare) => bare.slice(0, HALF)),
  byEnd: groupBy(references, (bare) => bare.slice(HALF)),
});

function differences(a: string, b: string): number {
  let count = 0;
  for (let place = 0; place < LENGTH; place++) if (a[place] !== b[place]) count++;
  return count;
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

const RANK = { exact: 0, split: 1, corrected: 2, cut: 3 } as const;

/** How a reference that begins (or would begin) at a place of the text is written there. */
function foundAt(text: string, place: number, bare: string): Found | undefined {
  const written = text.slice(place, place + LENGTH);
  if (written === bare) return { how: "exact" };
  if (written.length === LENGTH && differences(written, bare) === 1) return { how: "corrected", written };
  const shared = sharedStart(text.slice(place), bare);
  if (shared >= SHORTEST_CUT) return { how: "cut", length: shared };
  const rest = text.indexOf(bare.slice(HALF), place + HALF);
  return shared >= HALF && rest >= 0 ? { how: "split" } : undefined;
}

/** All references that a text has in it, each in the best way it was found. */
function findReferences(written: string, { byStart, byEnd }: ReferenceIndex): ReadonlyMap<string, Found> {
  const text = squeeze(written);
  const found = new Map<string, Found>();
  const keep = (reference: string, place: number): void => {
    if (place < 0) return;
    const how = foundAt(text, place, squeeze(reference));
    const before = found.get(reference);
    if (how !== undefined && (before === undefined || RANK[how.how] < RANK[before.how]))
      found.set(reference, how);
  };
  for (let place = 0; place + HALF <= text.length; place++) {
    const half = text.slice(place, place + HALF);
    for (const reference of byStart.get(half) ?? []) keep(reference, place);
    for (const reference of byEnd.get(half) ?? []) keep(reference, place - HALF);
  }
  return found;
}

/**
 * The references a text most likely means: those found in the surest way. One that is only cut does not count next to one that is whole.
 * @param glued other ways to put the line's parts together; only a whole reference counts in them
 * @returns one if there is no doubt
 */
export function surestReferences(
  text: string,
  glued: readonly string[],
  index: ReferenceIndex,
): [string, Found][] {
  const all = new Map(findReferences(text, index));
  for (const other of glued) {
    for (const [reference, found] of findReferences(other, index)) {
      if (found.how === "exact") all.set(reference, found);
    }
  }
  const best = Math.min(...[...all.values()].map(({ how }) => RANK[how]));
  return [...all].filter(([, { how }]) => RANK[how] === best);
}
