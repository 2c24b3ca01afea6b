import { createHmac, createSecretKey } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";

/** Events about who may get at an account or its money. Each is one line of the log, at `info`. */
export const SECURITY_EVENTS = [
  "account-opened",
  "sign-in",
  "sign-in-failed",
  "sign-out",
  "sessions-ended",
  "session-confirmed",
  "second-factor-on",
  "second-factor-off",
  "second-factor-failed",
  "recovery-codes-made",
  "passkey-added",
  "passkey-removed",
  "password-alone",
  "password-changed",
  "password-check-failed",
  "password-reset-asked",
  "password-reset",
  "email-change-asked",
  "email-changed",
  "email-change-undone",
  "login-reported",
  "recovery-asked",
  "recovery-submitted",
  "recovery-stopped",
  "token-made",
  "token-revoked",
  "token-refused",
  "app-registered",
  "app-removed",
  "app-allowed",
  "app-code-reused",
  "bank-account-added",
  "bank-account-changed",
  "bank-account-removed",
  "coin-payee-added",
  "coin-payee-proved",
  "coin-payee-removed",
  "coin-sending-on",
  "coin-sending-off",
  "limit-hit",
  "account-blocked",
  "account-closed",
  "account-unblocked",
] as const;
type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** Origin of a call; a `RequestContext` is one. */
interface Origin {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string | null;
}

/** An account by its identifier, or an email address that may not be one's own: of it only a keyed hash is logged. */
type Who = { readonly account: string } | { readonly email: string };

export interface SecurityLog {
  /** @param details plain facts apart from who and where; never a secret */
  note(
    origin: Origin,
    event: SecurityEvent,
    who?: Who,
    details?: Readonly<Record<string, string | number | readonly string[]>>,
  ): void;
}

const HASH_LENGTH = 32;

/**
 * The log of security events, as lines of the log.
 * @param secret what email addresses are hashed with, so that no list of addresses undoes it
 */
export function createSecurityLog(log: Pick<FastifyBaseLogger, "info">, secret: string): SecurityLog {
  const key = createSecretKey(Buffer.from(secret));
  const hashed = (email: string): string =>
    createHmac("sha256", key)
      .update(`security log ${email.toLowerCase()}`)
      .digest("hex")
      .slice(0, HASH_LENGTH);
  return {
    note(origin, event, who, details = {}) {
      const subject = who === undefined ? {} : "account" in who ? who : { email_hash: hashed(who.email) };
      log.info(
        {
          ...details,
          event,
          ...subject,
          address: origin.ip,
          user_agent: origin.userAgent,
          request_id: origin.requestId,
        },
        "security event",
      );
    },
  };
}
