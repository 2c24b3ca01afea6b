import { NO_ONE, PAGE_OF_HEADER, PAGE_OF_KEY } from "@wattle/contracts/page-owner";
import { pageOwner } from "./session-store.ts";

const CSRF_COOKIE = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/;

interface CallKind {
  /** No one waits for it: it keeps no session of staff alive that is not used. */
  readonly background?: boolean;
  /** It changes something. A page that does not know yet whose it is shows no one, and acts for no one. */
  readonly acts?: boolean;
}

/** Headers of every call: the AJAX mark, whose page this is, and the CSRF cookie echoed if there is one. */
export function callHeaders(
  cookies: string,
  { background = false, acts = false }: CallKind = {},
): Record<string, string> {
  const token = CSRF_COOKIE.exec(cookies)?.[1];
  const owner = pageOwner() ?? (acts ? NO_ONE : undefined);
  return {
    "X-Requested-With": "XMLHttpRequest",
    ...(owner !== undefined && { [PAGE_OF_HEADER]: owner }),
    ...(background && { "X-Background": "1" }),
    ...(token === undefined ? {} : { "X-XSRF-TOKEN": decodeURIComponent(token) }),
  };
}

/** Asks the server for what is no typed call, as the page of whom it shows. */
export const fetchAsPage = (address: string, options: RequestInit = {}): Promise<Response> =>
  fetch(address, {
    ...options,
    credentials: "include",
    headers: callHeaders(document.cookie, { acts: options.method !== undefined }),
  });

/** The address of what the browser fetches by itself, a link's file or a picture, with whose page it is for. */
export function ownAddress(address: string): string {
  const owner = pageOwner();
  return owner === undefined
    ? address
    : `${address}${address.includes("?") ? "&" : "?"}${PAGE_OF_KEY}=${owner}`;
}
