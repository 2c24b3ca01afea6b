import type { FastifyInstance } from "fastify";
import type { Services } from "../services.ts";
import { afterEachRequest } from "./request-log.ts";
import "./http-request.ts";

/** Notes each request that a personal token was let in with, once it is answered. Staff's acts are in the audit log instead. */
export function noteTokenRequests(
  app: FastifyInstance,
  { clock, tokenRequests }: Pick<Services, "clock" | "tokenRequests">,
): void {
  afterEachRequest(
    app,
    () => clock.now(),
    ({ account, headers, method, url }, status, duration) => {
      const token = account?.token ?? null;
      if (token === null || token.scopes.length === 0) return;
      const key = headers["idempotency-key"];
      tokenRequests.note({
        token_id: token.id,
        created_at: BigInt(clock.now() - duration),
        method,
        path: url.split(/[?#]/, 1)[0] ?? "",
        status: BigInt(status),
        idempotency_key: typeof key === "string" ? key : null,
        duration_ms: BigInt(duration),
      });
    },
  );
}
