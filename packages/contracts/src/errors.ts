/**
 * The one table of error codes. tRPC, the REST adapter and the OpenAPI document take status and text from here.
 * This module is free of zod so that the public pages can use it without its weight.
 */
interface ErrorEntry {
  /** HTTP status of the REST answer and of the tRPC error. */
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  /** Text shown to people when the thrower gives none of its own. */
  readonly message: string;
}

export const ERRORS = {
  malformed_json: { status: 400, message: "The body is not valid JSON." },
  bad_request: { status: 400, message: "The request could not be understood." },
  unauthenticated: { status: 401, message: "This user is unauthorized." },
  forbidden: { status: 403, message: "You are not allowed to do this." },
  account_blocked: { status: 403, message: "This account is blocked." },
  email_unverified: { status: 403, message: "Confirm your e-mail address first." },
  identity_unverified: { status: 403, message: "Your identity is not verified yet." },
  csrf_mismatch: { status: 403, message: "The page has expired. Reload it and try again." },
  not_found: { status: 404, message: "Not found." },
  method_not_allowed: { status: 405, message: "This method is not allowed here." },
  quote_used: { status: 409, message: "This rate was already used. Get a new one." },
  idempotency_conflict: { status: 409, message: "This idempotency key was used with another payload." },
  state_conflict: { status: 409, message: "This has changed in the meantime. Reload and look again." },
  payload_too_large: { status: 413, message: "The body is too large." },
  unsupported_media_type: { status: 415, message: "Send the body as application/json." },
  validation_failed: { status: 422, message: "The given data was invalid." },
  invalid_credentials: { status: 422, message: "These credentials do not match our records." },
  email_taken: { status: 422, message: "The email has already been taken." },
  password_common: { status: 422, message: "This password is too common. Choose another." },
  token_invalid: { status: 422, message: "This link is invalid or has expired." },
  captcha_required: { status: 422, message: "Confirm that you are not a robot." },
  captcha_failed: { status: 422, message: "The check failed. Try again." },
  quote_invalid: { status: 422, message: "This rate is not valid. Get a new one." },
  quote_expired: { status: 422, message: "Exchange rate expired!" },
  debit_mismatch: { status: 422, message: "The amount does not match the rate." },
  amount_below_minimum: { status: 422, message: "The amount is below the minimum." },
  amount_above_maximum: { status: 422, message: "The amount is above the maximum." },
  insufficient_funds: { status: 422, message: "Your balance is not enough." },
  pair_unsupported: { status: 422, message: "This currency pair is not offered." },
  currency_inactive: { status: 422, message: "This currency is not offered." },
  bank_account_on_hold: {
    status: 422,
    message: "This bank account was added or changed less than 24 hours ago.",
  },
  withdrawals_on_hold: {
    status: 422,
    message: "Withdrawals are on hold for 24 hours after a password change.",
  },
  too_many_requests: { status: 429, message: "Too many requests. Try again later." },
  rate_unavailable: { status: 503, message: "Get rate failed" },
  service_unavailable: { status: 503, message: "The service is not available right now. Try again soon." },
  server_error: { status: 500, message: "Server errors" },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorStatus = (typeof ERRORS)[ErrorCode]["status"];

/** Messages by the payload's own path (`balance.credit`), as the specification words them. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Body of every REST error answer; the same fields stand in `data` of a tRPC error. */
export interface ErrorBody {
  readonly message: string;
  readonly code: ErrorCode;
  readonly errors?: FieldErrors;
  readonly request_id: string;
}

interface DomainErrorDetails {
  readonly fields?: FieldErrors;
  /** Replaces the table's text. */
  readonly message?: string;
  /** Seconds a client should wait, answered as `Retry-After`. */
  readonly retryAfterSeconds?: number;
}

/** The only error a use case throws on purpose. Anything else that is thrown is answered as `server_error`. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: DomainErrorDetails = {}) {
    super(details.message ?? ERRORS[code].message);
    this.name = "DomainError";
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  /**
   * An error that stands at one field.
   * @param message the text for the field and for the alert; the table's text by default
   */
  static at(field: string, code: ErrorCode, message: string = ERRORS[code].message): DomainError {
    return new DomainError(code, { fields: { [field]: [message] }, message });
  }
}
