import type { FieldErrors } from "./errors.ts";

/** A failed call. `status` is 0 when no answer came (offline, refused, cut). */
export interface FailedCall {
  readonly status: number;
  readonly message?: string | undefined;
  readonly errors?: FieldErrors | undefined;
}

const LONGEST_WHOLE = 40;
const PIECE = 20;

function inPieces(text: string): string[] {
  const letters = Array.from(text);
  if (letters.length <= LONGEST_WHOLE) return [text];
  const pieces: string[] = [];
  for (let start = 0; start < letters.length; start += PIECE) {
    pieces.push(letters.slice(start, start + PIECE).join(""));
  }
  return pieces;
}

/**
 * Derives the text of an error alert from a failed call (specification, section 8).
 *
 * 500 reads 'Server errors'; 401 and 403 the server's message or 'This user is unauthorized.'; 405 the server's
 * message. Otherwise the list of validation errors is flattened, strings over 40 characters are cut into pieces
 * of 20, duplicates are removed and the rest is joined with comma and space; without such a list it is the
 * server's message. A call without any message reads 'Request failed with status code {status}'.
 */
export function errorMessage(failed: FailedCall): string {
  const generic = `Request failed with status code ${failed.status}`;
  if (failed.status === 500) return "Server errors";
  if (failed.status === 401 || failed.status === 403) return failed.message || "This user is unauthorized.";
  if (failed.status === 405) return failed.message || generic;
  const texts = Object.values(failed.errors ?? {}).flat();
  if (texts.length > 0) return [...new Set(texts.flatMap(inPieces))].join(", ");
  return failed.message || generic;
}
