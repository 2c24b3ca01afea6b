import { z } from "zod";

/**
 * The text of an issue whose schema gives none of its own: zod's own texts are longer than the 40 characters that an alert
 * shows whole, and name JavaScript's types.
 */
function shortMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "Required" : `Must be of the type ${issue.expected}`;
    case "invalid_value":
    case "invalid_union":
      return "Not one of the choices";
    case "too_small":
      return "Too small or too short";
    case "too_big":
      return "Too large or too long";
    case "invalid_format":
      return "Not in the right format";
    case "unrecognized_keys":
      return "Has fields that we don't know";
    default:
      return "Not valid";
  }
}

/** From now on every schema without a text of its own answers a short one. */
export function useShortMessages(): void {
  z.config({ localeError: shortMessage });
}
