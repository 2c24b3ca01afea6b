import type { FieldErrors } from "@wattle/contracts/errors";
import type { SecondFactorProof } from "@wattle/contracts/second-factor";

export type CodeKind = SecondFactorProof["kind"];

/** Whether a code is typed at all: only the server knows the right one. */
export const codeProblem = (value: string): string | undefined =>
  value.trim() === "" ? "Enter your login code." : undefined;

/** The server's messages, with those about the second factor at the form's field `code`. */
export function codeErrors(errors: FieldErrors): FieldErrors {
  const found = errors["second_factor"] ?? errors["second_factor.code"];
  return found === undefined ? errors : { ...errors, code: found };
}
