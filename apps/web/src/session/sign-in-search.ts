import { samePath } from "./wanted-path.ts";

/** `?next=` leads on after signing in, and only within this site; anything else is dropped. */
export function signInSearch(search: Record<string, unknown>): { next?: string } {
  const next = samePath(search["next"]);
  return next === undefined ? {} : { next };
}
