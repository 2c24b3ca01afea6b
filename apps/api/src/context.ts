import type { Services } from "./services.ts";
import type { SignedInUser } from "./access/admission.ts";
import type { SessionProof } from "./access/confirmation.ts";
import type { TokenGrant } from "./access/token-access.ts";

/** Facts that one call knows of its request, whatever the transport. */
export interface RequestContext {
  readonly services: Services;
  readonly user: SignedInUser | null;
  /** The session's raw identifier; null for a visitor, a token and the command line. */
  readonly sessionId: string | null;
  /** Proofs of the session's owner; null without a session. */
  readonly proof: SessionProof | null;
  /** Rights of the request's token; null for a session, a visitor and the command line. */
  readonly token: TokenGrant | null;
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string | null;
  /** The value of a cookie of the request. */
  cookie(name: string): string | undefined;
  /** Adds a `Set-Cookie` header to the answer. */
  setCookie(value: string): void;
  /** The `content` of the call's input, in UTF-8, if it came apart from it since it is large. */
  readonly content?: Uint8Array<ArrayBuffer> | undefined;
  /** Whether the call goes on with an answer that has begun, such as a file: it waits for its turn and is not refused. */
  readonly goesOn?: boolean | undefined;
  /** Hears how far a long call is: so many of so many. A call over HTTP has none. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
  /** Says in the answer that it is the one that the same request got before. */
  markReplayed(): void;
}

/** A call as a use case takes it, with the services that it says it needs. */
export type Call<K extends keyof Services> = Omit<RequestContext, "services"> & {
  readonly services: Pick<Services, K>;
};
