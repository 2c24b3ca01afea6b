import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestContext } from "../context.ts";
import type { Services } from "../services.ts";
import { originOf } from "./client.ts";
import { cookieOf } from "../access/cookie.ts";
import "./http-request.ts";

/** Builds a call's context from its request, for tRPC and REST alike. */
export const requestContext =
  (services: Services) =>
  (request: FastifyRequest, reply: FastifyReply): RequestContext => ({
    services,
    user: request.account?.user ?? null,
    sessionId: request.account?.sessionId ?? null,
    proof: request.account?.proof ?? null,
    token: request.account?.token ?? null,
    ...originOf(request),
    content: request.content,
    cookie: (name) => cookieOf(request.headers.cookie, name),
    markReplayed: () => {
      reply.header("idempotency-replayed", "true");
    },
    setCookie: (value) => {
      // A token for the former session must not follow the one that replaces it.
      const name = value.slice(0, value.indexOf("="));
      const earlier = [reply.getHeader("set-cookie") ?? []].flat().map(String);
      reply.removeHeader("set-cookie");
      for (const kept of earlier.filter((cookie) => !cookie.startsWith(`${name}=`)))
        reply.header("set-cookie", kept);
      reply.header("set-cookie", value);
    },
  });
