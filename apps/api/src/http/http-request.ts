import "fastify";
import type { SignedInUser } from "../access/admission.ts";
import type { SessionProof } from "../access/confirmation.ts";
import type { TokenGrant } from "../access/token-access.ts";

/**
 * Judgement of a request before its handler. `call`: who asks is read, counted, and a session's unsafe request shows
 * its CSRF token; the answer is not stored. `counted`: counted only by its address. `open`: nothing, for pages and
 * files.
 */
export type Admission = "call" | "counted" | "open";

declare module "fastify" {
  interface FastifyContextConfig {
    /** On a route that refuses its methods: the ones that the path takes, as the `Allow` header has them. */
    allow?: string;
    /** `call` unless said, so that a route that says nothing is guarded. */
    admission?: Admission;
    /**
     * Whether a page of another site may send it without a token. Unless said, it may read and may not act: a route says so if
     * its reading has an effect, or if its `POST` has none.
     */
    elsewhere?: boolean;
    /** How many calls a request is, for the limit of requests; 1 unless said. */
    calls?: (request: FastifyRequest) => number;
    /** Content types of a route other than JSON, with a parser of its own; an `upload` may last minutes. */
    body?: "upload" | "other";
    /** Whether errors have the fields of OAuth 2 as well (RFC 6749, section 5.2). */
    oauth?: boolean;
  }
  interface FastifyRequest {
    /** The caller; null for a visitor. Either `token` or `sessionId` and its `fingerprint` are there. */
    account: {
      readonly user: SignedInUser;
      readonly token: TokenGrant | null;
      readonly sessionId: string | null;
      readonly proof: SessionProof | null;
      /** The session's hash, to which its CSRF token is bound. */
      readonly fingerprint: string | null;
    } | null;
    /** Content that was taken out of a large body, in UTF-8. */
    content?: Uint8Array<ArrayBuffer> | undefined;
  }
}
