import { createStore } from "../store.ts";

interface TitledMatch {
  readonly staticData: {
    readonly title?: string;
    readonly titleAlone?: boolean;
    readonly description?: string;
  };
}

/** The title that assistive technology hears after a navigation; empty until the first one. */
export const announcedTitle = createStore("");

/**
 * 'route title — product name'; the deepest route that has a title gives it. Home's is used alone.
 * @param matches the matched routes, outermost first
 */
export function pageTitle(matches: readonly TitledMatch[], product: string): string {
  const titled = matches.findLast((match) => match.staticData.title !== undefined)?.staticData;
  if (titled?.title === undefined) return product;
  return titled.titleAlone === true ? titled.title : `${titled.title} — ${product}`;
}

/** The meta description: the deepest route's own, or the operator's sentence about its regulator. */
export function pageDescription(matches: readonly TitledMatch[], regulatorLine: string): string {
  return matches.at(-1)?.staticData.description ?? regulatorLine;
}
