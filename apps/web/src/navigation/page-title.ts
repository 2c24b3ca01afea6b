import { createStore } from "../store.ts";

interface TitledMatch {
  readonly staticData: {
    readonly title?: string;
    readonly titleAlone?: boolean;
    readonly description?: string;
    readonly titled?: (data: unknown) => { readonly title: string; readonly description: string };
  };
  readonly loaderData?: unknown;
}

/** A route's own title and description once its data is there, if it has any. */
const ownTitle = ({ staticData, loaderData }: TitledMatch) =>
  loaderData === undefined ? undefined : staticData.titled?.(loaderData);

/** The title that assistive technology hears after a navigation; empty until the first one. */
export const announcedTitle = createStore("");

/**
 * 'route title — product name'; the deepest route that has a title gives it. Home's is used without another one.
 * @param matches the matched routes, outermost first
 */
export function pageTitle(matches: readonly TitledMatch[], product: string): string {
  const match = matches.findLast(({ staticData }) => staticData.title !== undefined);
  const titled = match && { ...match.staticData, ...ownTitle(match) };
  if (titled?.title === undefined) return product;
  return titled.titleAlone === true ? titled.title : `${titled.title} — ${product}`;
}

/** The meta description: the deepest route's own, or the site's. */
export function pageDescription(matches: readonly TitledMatch[], site: string): string {
  const last = matches.at(-1);
  return (last && ownTitle(last)?.description) ?? last?.staticData.description ?? site;
}
