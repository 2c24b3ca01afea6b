import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from "@trpc/server/adapters/fastify";
import type { AnyTRPCRouter } from "@trpc/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RequestContext } from "../context.ts";
import { domainErrorOf } from "../procedures.ts";
import type { Services } from "../services.ts";
import { isForeseen, noteLimit } from "./errors.ts";
import { refuseDeepJson } from "../json-body.ts";

const LARGEST_TRPC_BATCH = 10;

/** Serves every procedure of `router` at `/trpc`, up to ten to a batch. */
export async function serveTrpc(
  app: FastifyInstance,
  router: AnyTRPCRouter,
  services: Pick<Services, "securityLog">,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => RequestContext,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook("preValidation", async ({ body, query }) => {
      const { input } = query as { readonly input?: string | string[] };
      for (const text of [body, input].flat()) if (typeof text === "string") refuseDeepJson(text);
    });
    await scope.register(fastifyTRPCPlugin, {
      prefix: "/trpc",
      trpcOptions: {
        router,
        createContext: ({ req, res }) => contextOf(req, res),
        maxBatchSize: LARGEST_TRPC_BATCH,
        responseMeta: ({ errors }) => {
          const waits = errors.map((error) => domainErrorOf(error)?.retryAfterSeconds ?? 0);
          const wait = Math.max(0, ...waits);
          return wait === 0 ? {} : { headers: { "retry-after": String(wait) } };
        },
        onError: ({ error, path, req }) => {
          noteLimit(services, req, error);
          if (!isForeseen(domainErrorOf(error)))
            req.log.error({ err: error, path, request_id: req.id }, "a call failed");
        },
      } satisfies FastifyTRPCPluginOptions<AnyTRPCRouter>["trpcOptions"],
    });
  });
}
