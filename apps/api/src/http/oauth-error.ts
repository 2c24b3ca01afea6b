import type { ErrorBody, ErrorCode } from "@wattle/contracts/errors";

/** Names of RFC 6749 for errors of ours; all others are the caller's. */
const OAUTH_NAMES: Partial<Record<ErrorCode, string>> = {
  invalid_client: "invalid_client",
  invalid_grant: "invalid_grant",
  unsupported_grant_type: "unsupported_grant_type",
  server_error: "server_error",
  service_unavailable: "temporarily_unavailable",
  too_many_requests: "temporarily_unavailable",
};

/** An error as programs of OAuth 2 read it (RFC 6749, section 5.2), next to our own fields. */
export const withOauthError = (body: ErrorBody) => ({
  ...body,
  error: OAUTH_NAMES[body.code] ?? "invalid_request",
  error_description: body.message,
});
