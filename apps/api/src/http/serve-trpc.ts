import {
  fastifyRequestHandler,
  fastifyTRPCPlugin,
  type FastifyTRPCPluginOptions,
} from "@trpc/server/adapters/fastify";
import type { AnyTRPCRouter } from "@trpc/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { staffRolesOf } from "@wattle/contracts/accounts";
import { LARGEST_LIST_BYTES, LARGEST_STATEMENT_BYTES } from "@wattle/contracts/choices";
import { LONGEST_PAYMENT_FILE } from "@wattle/contracts/coin-payouts";
import { DomainError } from "@wattle/contracts/errors";
import { staffMay } from "@wattle/contracts/staff-access";
import type { RequestContext } from "../context.ts";
import { domainErrorOf } from "../procedures.ts";
import type { Services } from "../services.ts";
import { isForeseen, noteLimit } from "./errors.ts";
import { refuseDeepJson } from "../json-body.ts";
import "./http-request.ts";
import { takeApart } from "./large-body.ts";
import { LARGEST_BODY_BYTES } from "./server.ts";

const LARGEST_TRPC_BATCH = 10;

type TrpcOptions = FastifyTRPCPluginOptions<AnyTRPCRouter>["trpcOptions"];

/**
 * Calls whose bodies may be larger than others, in bytes, from those who may make them at all. A quote or a line's end is two bytes
 * of JSON.
 */
const LARGE_CALLS = {
  "ops.bankLines.import": 2 * LARGEST_STATEMENT_BYTES + LARGEST_BODY_BYTES,
  "ops.coinPayouts.import": LONGEST_PAYMENT_FILE + LARGEST_BODY_BYTES,
  "ops.lists.import": 2 * LARGEST_LIST_BYTES + LARGEST_BODY_BYTES,
} as const;

/** How many calls are in a request: a batch names its procedures with commas between them. */
const callsOf = ({ params }: FastifyRequest): number =>
  ((params as { readonly path?: string }).path ?? "").split(",").length;

/** Whether a request says that its body is larger than most, or does not say how large it is. */
const isLarge = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined ||
  Number.parseInt(headers["content-length"] ?? "0", 10) > LARGEST_BODY_BYTES;

/** Refuses a large body before it is read, from anyone who may not make the call. */
function refuseLargeBody(request: FastifyRequest, procedure: string): void {
  if (isLarge(request) && !staffMay(staffRolesOf(request.account?.user.roles ?? []), procedure))
    throw new DomainError("payload_too_large");
}

/** How many large bodies a process takes at once: each is in memory while it waits. */
const MOST_LARGE_BODIES = 4;

/** Serves the calls with large bodies, each on its own. A body that is large indeed comes without its content, which is next to it. */
function serveLargeCalls(scope: FastifyInstance, options: TrpcOptions): void {
  let taken = 0;
  scope.decorateRequest("content");
  scope.removeContentTypeParser("application/json");
  scope.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.byteLength <= LARGEST_BODY_BYTES) return body.toString();
      const { text, content } = await takeApart(body);
      request.content = content;
      return text;
    },
  );
  scope.addHook("onRequest", async (request, reply) => {
    if (!isLarge(request)) return;
    if (taken === MOST_LARGE_BODIES) throw new DomainError("too_many_requests", { retryAfterSeconds: 10 });
    taken += 1;
    reply.raw.once("close", () => (taken -= 1));
  });
  for (const [procedure, bodyLimit] of Object.entries(LARGE_CALLS)) {
    scope.post(
      `/trpc/${procedure}`,
      {
        bodyLimit,
        onRequest: (request, _reply, done) => {
          refuseLargeBody(request, procedure);
          done();
        },
      },
      (req, res) => fastifyRequestHandler({ ...options, req, res, path: procedure }),
    );
  }
}

/** Serves every procedure of `router` at `/trpc`, up to ten to a batch. */
export async function serveTrpc(
  app: FastifyInstance,
  router: AnyTRPCRouter,
  services: Pick<Services, "securityLog">,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => RequestContext,
): Promise<void> {
  await app.register(async (scope) => {
    // Some reads of staff write into the audit log, and the one route does not know which procedure is meant.
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, elsewhere: false, calls: callsOf };
    });
    scope.addHook("preValidation", async ({ body, query }) => {
      const { input } = query as { readonly input?: string | string[] };
      for (const text of [body, input].flat()) if (typeof text === "string") refuseDeepJson(text);
    });
    const trpcOptions: TrpcOptions = {
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
    };
    await scope.register(fastifyTRPCPlugin, { prefix: "/trpc", trpcOptions });
    await scope.register((large, _options, done) => {
      serveLargeCalls(large, trpcOptions);
      done();
    });
  });
}
