/**
 * The one table of error codes. tRPC, the REST adapter and the OpenAPI document take status and text from here.
 * This module is free of zod so that the public pages can use it without its weight.
 */
import type { OwnMessage } from "./own-messages.ts";

interface ErrorEntry {
  /** HTTP status of the REST answer and of the tRPC error. */
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;
  /** Text shown to people when the thrower gives none of its own: at 401, 403, 409 and 422 at most 40 characters. */
  readonly message: string;
}

export const ERRORS = {
  malformed_json: { status: 400, message: "The body isn't valid JSON." },
  bad_request: { status: 400, message: "We couldn't read this request." },
  invalid_client: { status: 400, message: "There is no such app." },
  invalid_grant: { status: 400, message: "This code doesn't work. Start again." },
  unsupported_grant_type: { status: 400, message: "Use the grant type authorization_code." },
  unauthenticated: { status: 401, message: "This user is unauthorized." },
  forbidden: { status: 403, message: "You don't have access to this." },
  account_blocked: { status: 403, message: "Account blocked. Contact support." },
  email_unverified: { status: 403, message: "Confirm your email first." },
  identity_unverified: { status: 403, message: "Verify your identity first." },
  tax_residence_required: { status: 403, message: "Tell us your tax residence first." },
  confirmation_required: { status: 403, message: "Confirm it's you to continue." },
  second_factor_setup_required: { status: 403, message: "Set up two-step login to continue." },
  csrf_mismatch: { status: 403, message: "Page expired. Reload and try again." },
  own_act: { status: 403, message: "Someone else must approve this." },
  not_found: { status: 404, message: "Not found." },
  method_not_allowed: { status: 405, message: "Method not allowed." },
  quote_used: { status: 409, message: "Rate already used. Get a new one." },
  idempotency_conflict: { status: 409, message: "This key was used for another request." },
  another_login: { status: 409, message: "This browser's login changed. Try again." },
  state_conflict: { status: 409, message: "This has changed. Reload and try again." },
  screening_open: { status: 409, message: "Screening is open. Close its case first." },
  customer_on_hold: { status: 409, message: "Customer on hold. Release it first." },
  payload_too_large: { status: 413, message: "This is too large to send." },
  unsupported_media_type: { status: 415, message: "Send the body as application/json." },
  validation_failed: { status: 422, message: "Check the details and try again." },
  invalid_credentials: { status: 422, message: "Wrong email or password." },
  second_factor_required: { status: 422, message: "Enter your login code." },
  second_factor_invalid: { status: 422, message: "Wrong or used code. Try a new one." },
  passkey_invalid: { status: 422, message: "That passkey didn't work. Try again." },
  email_taken: { status: 422, message: "This email already has an account." },
  password_common: { status: 422, message: "Too common. Choose another password." },
  token_invalid: { status: 422, message: "Link no longer works. Get a new one." },
  captcha_required: { status: 422, message: "Complete the robot check." },
  captcha_failed: { status: 422, message: "Robot check failed. Try again." },
  quote_invalid: { status: 422, message: "This rate isn't valid. Get a new one." },
  quote_expired: { status: 422, message: "Exchange rate expired!" },
  debit_mismatch: { status: 422, message: "Amount and rate don't match. Try again." },
  amount_below_minimum: { status: 422, message: "The amount is below the minimum." },
  amount_above_maximum: { status: 422, message: "The amount is above the maximum." },
  insufficient_funds: { status: 422, message: "Not enough in your balance." },
  pair_unsupported: { status: 422, message: "We don't offer this currency pair." },
  currency_inactive: { status: 422, message: "We don't offer this currency." },
  bank_account_on_hold: { status: 422, message: "Bank account on hold for 24 hours." },
  withdrawals_on_hold: { status: 422, message: "Withdrawals on hold for 24 hours." },
  address_invalid: { status: 422, message: "Check the address and its network." },
  address_own: { status: 422, message: "This is one of our own addresses." },
  proof_invalid: { status: 422, message: "This signature doesn't fit the message." },
  coins_sending_off: { status: 422, message: "Turn on sending coins first." },
  payee_on_hold: { status: 422, message: "Payee on hold for 24 hours." },
  account_under_review: { status: 422, message: "Your account is under review." },
  too_many_requests: { status: 429, message: "Too many attempts. Try again later." },
  paused: { status: 503, message: "Paused for now. Try again later." },
  rate_unavailable: { status: 503, message: "Get rate failed" },
  service_unavailable: { status: 503, message: "We're having trouble. Try again soon." },
  server_error: { status: 500, message: "Server errors" },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorStatus = (typeof ERRORS)[ErrorCode]["status"];

/** Messages by the payload's own path (`balance.credit`), as the specification words them. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Body of every REST error answer; the same fields are in `data` of a tRPC error. */
export interface ErrorBody {
  readonly message: string;
  readonly code: ErrorCode;
  readonly errors?: FieldErrors;
  readonly request_id: string;
}

declare const pauseMessage: unique symbol;
/** Staff's message to customers about a pause. */
export type PauseMessage = string & { readonly [pauseMessage]: true };

interface DomainErrorDetails {
  readonly fields?: FieldErrors;
  /** Replaces the table's text; staff's own words only if what they paused is refused. */
  readonly message?: OwnMessage | PauseMessage;
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
   * An error at one field.
   * @param message the text for the field and for the alert; the table's text by default
   */
  static at(field: string, code: ErrorCode, message?: OwnMessage): DomainError {
    return new DomainError(code, {
      fields: { [field]: [message ?? ERRORS[code].message] },
      ...(message !== undefined && { message }),
    });
  }
}
