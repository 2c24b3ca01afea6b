import type { ErrorBody } from "@wattle/contracts/errors";
import { askConfirmation } from "../confirmation/ask-confirmation.ts";
import { sessionLost } from "../session/session-lost.ts";
import { callHeaders } from "../trpc.ts";

const ADDRESS = "/api/users/data.zip";
const NO_ANSWER = "No connection. Check your network and try again.";
const BROKEN = "The download broke off. Try again.";

interface DataFile {
  readonly name: string;
  readonly content: Blob;
}

const ask = (): Promise<Response> =>
  fetch(ADDRESS, { credentials: "include", headers: callHeaders(document.cookie) }).catch(() => {
    throw new Error(NO_ANSWER);
  });

const refusalOf = (response: Response): Promise<Partial<ErrorBody>> =>
  (response.json() as Promise<Partial<ErrorBody>>).catch(() => ({}));

const nameOf = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "data.zip";

/**
 * The archive of all that is kept about the customer. Where the server wants to know who is there first, that is asked, and the
 * archive after it.
 * @returns undefined where the person did not confirm
 * @throws Error whose message is for the person
 */
export async function fetchOwnData(): Promise<DataFile | undefined> {
  let response = await ask();
  let refusal = response.ok ? undefined : await refusalOf(response);
  if (refusal?.code === "confirmation_required") {
    if (!(await askConfirmation("dataExport.open"))) return undefined;
    response = await ask();
    refusal = response.ok ? undefined : await refusalOf(response);
  }
  if (response.status === 401) sessionLost();
  if (refusal !== undefined)
    throw new Error(refusal.message ?? `Request failed with status code ${response.status}`);
  const content = await response.blob().catch(() => {
    throw new Error(BROKEN);
  });
  return { name: nameOf(response), content };
}
