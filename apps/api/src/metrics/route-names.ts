import type { FastifyRequest } from "fastify";
import { appRouter } from "../router.ts";
import { procedureNames } from "../trpc-internals.ts";

const TRPC = "/trpc/";

/** A route's pattern, or the procedure that was called: only our own words, which name no one. */
export function routeNames(): (request: FastifyRequest) => string {
  const procedures = new Set(procedureNames(appRouter));
  return ({ routeOptions: { url: pattern }, url }) => {
    if (pattern === undefined) return "none";
    if (!pattern.startsWith(TRPC)) return pattern;
    const called = url.slice(TRPC.length).split("?", 1)[0] ?? "";
    if (procedures.has(called)) return TRPC + called;
    return called.includes(",") ? `${TRPC}batch` : pattern;
  };
}
