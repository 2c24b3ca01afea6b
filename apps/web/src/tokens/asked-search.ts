import type { AppRequest } from "@wattle/contracts/apps";

const AUTHORIZE_PATH = "/authorize";

/**
 * The search of an address as the router may read it. The router reads `state=1e5` as a number and writes it back as another text,
 * but an app gets its `state` back letter by letter: so an app's search becomes one text, which begins with `?`.
 */
export function routableSearch(pathname: string, search: string): string {
  if (pathname !== AUTHORIZE_PATH || search === "" || search.startsWith("?asked=")) return search;
  return `?asked=${encodeURIComponent(search)}`;
}

/** The search of the authorize page. */
export const askedSearch = (search: Record<string, unknown>): { asked?: string } =>
  typeof search["asked"] === "string" ? { asked: search["asked"] } : {};

/** A request as an app put it into the address, by our names or those of OAuth 2. */
export function appRequestOf(asked: string): AppRequest {
  const given = new URLSearchParams(asked);
  const named = (...names: readonly string[]): string | undefined =>
    names.map((name) => given.get(name)).find((value) => value !== null) ?? undefined;
  return {
    app: named("app", "client_id") ?? "",
    redirect: named("redirect", "redirect_uri") ?? "",
    scopes: named("scopes", "scope"),
    state: named("state"),
    response_type: named("response_type"),
    code_challenge: named("code_challenge"),
    code_challenge_method: named("code_challenge_method"),
  };
}
