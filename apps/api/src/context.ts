import type { Services } from "./services.ts";
import type { SignedInUser } from "./sessions/session.ts";

/** What one call knows of its request, whatever the transport. */
export interface RequestContext {
  readonly services: Services;
  readonly user: SignedInUser | null;
  /** The session's raw identifier; null for a visitor, a token and the command line. */
  readonly sessionId: string | null;
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string | null;
  /** Adds a `Set-Cookie` header to the answer. */
  setCookie(value: string): void;
}
