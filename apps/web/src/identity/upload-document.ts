import type { ErrorBody } from "@wattle/contracts/errors";
import type { IdentityDocument } from "@wattle/contracts/identity";
import type { DocumentSide } from "@wattle/contracts/identity-rules";
import { anotherLogin } from "../session/another-login.ts";
import { callHeaders } from "../session/call-headers.ts";
import { sessionLost } from "../session/session-lost.ts";

/** The server refused an upload, or gave no answer. The message is for the field. */
export class UploadError extends Error {
  override readonly name = "UploadError";
}

const NO_ANSWER = "No connection. Check your network and try again.";

/** Sends a form by the one means of the browser that tells how far it is. @throws UploadError without an answer */
function post(
  address: string,
  body: FormData,
  {
    onProgress = () => undefined,
    headers = {},
  }: {
    readonly onProgress?: (share: number) => void;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.withCredentials = true;
    for (const [name, value] of Object.entries({
      ...callHeaders(document.cookie, { acts: true }),
      ...headers,
    })) {
      request.setRequestHeader(name, value);
    }
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener("load", () => resolve(request));
    for (const end of ["error", "abort", "timeout"]) {
      request.addEventListener(end, () => reject(new UploadError(NO_ANSWER)));
    }
    request.send(body);
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Uploads one photo of the identity form. Bytes travel outside the typed procedures.
 * @param onProgress called with the share that has been sent, from 0 to 1
 * @throws UploadError
 */
export async function uploadDocument(
  side: DocumentSide,
  file: File,
  onProgress: (share: number) => void,
): Promise<IdentityDocument> {
  const body = new FormData();
  body.append("file", file);
  const { status, responseText } = await post(`/api/identity/documents?side=${side}`, body, { onProgress });
  if (status === 401) sessionLost();
  const answer = readJson(responseText);
  const data = (answer as { data?: IdentityDocument } | undefined)?.data;
  if (status >= 200 && status < 300 && data !== undefined) return data;
  if ((answer as Partial<ErrorBody> | undefined)?.code === "another_login") anotherLogin();
  throw refusalOf(answer, side);
}

/** Why an upload was refused: what is said at its field, or of the whole. */
function refusalOf(answer: unknown, side: DocumentSide): UploadError {
  const refused = answer as Partial<ErrorBody> | undefined;
  return new UploadError(refused?.errors?.[side]?.[0] ?? refused?.message ?? NO_ANSWER);
}

/**
 * Sends the photo of a recovery, with the token of its mailed link. @returns what the server says
 * @param onProgress as for `uploadDocument`
 * @throws UploadError
 */
export async function uploadRecoveryPhoto(
  token: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<string> {
  const body = new FormData();
  body.append("file", file);
  const headers = { "X-Link-Token": token };
  const { status, responseText } = await post("/api/recovery/photo", body, { onProgress, headers });
  const answer = readJson(responseText);
  const message = (answer as { message?: string } | undefined)?.message;
  if (status >= 200 && status < 300 && message !== undefined) return message;
  throw refusalOf(answer, "selfie");
}
