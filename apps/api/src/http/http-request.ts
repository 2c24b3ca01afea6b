import "fastify";
import type { SignedInUser } from "../sessions/session.ts";
import type { TokenGrant } from "../tokens/token-access.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** On a route that refuses its methods: the ones that the path takes, as the `Allow` header has them. */
    allow?: string;
  }
  interface FastifyRequest {
    /** Who asks; null for a visitor. Either `token` or `sessionId` and its `fingerprint` are there. */
    account: {
      readonly user: SignedInUser;
      readonly token: TokenGrant | null;
      readonly sessionId: string | null;
      /** The session's hash, to which its CSRF token is bound. */
      readonly fingerprint: string | null;
    } | null;
  }
}
