import type { ErrorBody } from "@wattle/contracts/errors";
import { askConfirmation } from "../confirmation/ask-confirmation.ts";
import { anotherLogin } from "../session/another-login.ts";
import { fetchAsPage } from "../session/call-headers.ts";
import { sessionLost } from "../session/session-lost.ts";

const NO_ANSWER = "No connection. Check your network and try again.";
const BROKEN = "The download broke off. Try again.";

interface DataFile {
  readonly name: string;
  readonly content: Blob;
}

const ask = (address: string): Promise<Response> =>
  fetchAsPage(address).catch(() => {
    throw new Error(NO_ANSWER);
  });

const refusalOf = (response: Response): Promise<Partial<ErrorBody>> =>
  (response.json() as Promise<Partial<ErrorBody>>).catch(() => ({}));

const fileName = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "data.zip";

/**
 * The archive of all that is kept about a customer. If the server wants a confirmation first, that is asked, and the
 * archive after it.
 * @param address where the archive is
 * @param procedure what the server calls it
 * @returns undefined if the person did not confirm
 * @throws Error whose message is for the person
 */
export async function fetchData(address: string, procedure: string): Promise<DataFile | undefined> {
  let response = await ask(address);
  let refusal = response.ok ? undefined : await refusalOf(response);
  if (refusal?.code === "confirmation_required") {
    if (!(await askConfirmation(procedure))) return undefined;
    response = await ask(address);
    refusal = response.ok ? undefined : await refusalOf(response);
  }
  if (response.status === 401) sessionLost();
  if (refusal?.code === "another_login") anotherLogin();
  if (refusal !== undefined)
    throw new Error(refusal.message ?? `Request failed with status code ${response.status}`);
  const content = await response.blob().catch(() => {
    throw new Error(BROKEN);
  });
  return { name: fileName(response), content };
}

/**
 * Why the server refused an address that an element of the page asked for. If it wants a confirmation first, that is
 * asked.
 * @returns undefined once that is confirmed, so that the element may ask again; empty if the server did not refuse
 */
export async function refusedBecause(address: string, procedure: string): Promise<string | undefined> {
  const response = await fetchAsPage(address).catch(() => undefined);
  if (response === undefined) return NO_ANSWER;
  if (response.ok) return "";
  const refusal = await refusalOf(response);
  if (refusal.code === "confirmation_required" && (await askConfirmation(procedure))) return undefined;
  if (response.status === 401) sessionLost();
  return refusal.message ?? "";
}

/** As `fetchData`, of the customer who is logged in. */
export const fetchOwnData = (): Promise<DataFile | undefined> =>
  fetchData("/api/users/data.zip", "dataExport.open");
