import { TRPCClientError } from "@trpc/client";
import { errorMessage, type FailedCall } from "@wattle/contracts/error-message";
import { ERRORS, type ErrorCode, type FieldErrors } from "@wattle/contracts/errors";
import { showAlert } from "./ui/alert-store.ts";

/** Facts about a failed call, apart from the source of the alert's text. */
export interface CallFailure extends FailedCall {
  /** The server's stable code; undefined when no answer of ours came. */
  readonly code: ErrorCode | undefined;
  /** Its identifier in the server's log; undefined when no answer of ours came. */
  readonly requestId?: string | undefined;
}

/** An answer that is not the API's: a proxy's page, say. Only its status says anything. */
export class UnexpectedAnswer extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`Request failed with status code ${status}`);
    this.name = "UnexpectedAnswer";
    this.status = status;
  }
}

const NO_ANSWER = "No connection. Check your network and try again.";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function fieldErrors(value: unknown): FieldErrors | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).filter((entry): entry is [string, string[]] =>
    Array.isArray(entry[1]),
  );
  return Object.fromEntries(entries);
}

/** Reads status, code, message and field errors out of whatever a call threw. `status` is 0 without an answer. */
export function callFailure(error: unknown): CallFailure {
  if (!(error instanceof TRPCClientError)) {
    return { status: 0, code: undefined, message: error instanceof Error ? error.message : undefined };
  }
  const data: unknown = error.data;
  if (isRecord(data)) {
    const code = data["code"];
    const known = typeof code === "string" && Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : undefined;
    const status = data["httpStatus"] ?? data["status"];
    return {
      status: typeof status === "number" ? status : known === undefined ? 0 : ERRORS[known].status,
      code: known,
      message: error.message,
      errors: fieldErrors(data["errors"]),
      requestId: typeof data["request_id"] === "string" ? data["request_id"] : undefined,
    };
  }
  if (error.cause instanceof UnexpectedAnswer) return { status: error.cause.status, code: undefined };
  return { status: 0, code: undefined, message: NO_ANSWER };
}

/** Holds of staff on a customer, as a sentence begins with them. */
export type Holdable = "Withdrawals" | "Deposits" | "Trading";

/** The derived message; where the account is reviewed, what that means for what was tried. */
export function failureText(failure: CallFailure, tried?: Holdable): string {
  return failure.code === "account_under_review" && tried !== undefined
    ? `We’re reviewing your account. ${tried} will be back once we’re done.`
    : errorMessage(failure);
}

/**
 * Shows the specification's error alert: the prefix, a colon and the derived message.
 * @param prefix such as 'User login' or 'Get transactions'
 * @param tried what staff may have put on hold
 * @returns what is known of the failure
 */
export function alertFailure(prefix: string, error: unknown, tried?: Holdable): CallFailure {
  const failure = callFailure(error);
  showAlert({ type: "error", text: `${prefix}: ${failureText(failure, tried)}` });
  return failure;
}

/** The same for a form: what the server says of a field is put at that field. @param refuse the form's own */
export function alertRefusal(prefix: string, error: unknown, refuse: (errors: FieldErrors) => void): void {
  const { errors } = alertFailure(prefix, error);
  if (errors !== undefined) refuse(errors);
}
