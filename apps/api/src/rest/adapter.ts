import { Readable } from "node:stream";
import type { AnyTRPCRouter } from "@trpc/server";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { historyWalk } from "@wattle/contracts/history";
import { statementFile, type StatementFile } from "@wattle/contracts/monthly-statements";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { z } from "zod";
import type { RequestContext } from "../context.ts";
import { refuseOtherMethods } from "../http/other-methods.ts";
import { callProcedure, procedureFacts } from "../trpc-internals.ts";
import { transactionsCsv } from "../history/transactions-csv.ts";
import { taxCsv } from "../receipts/tax-csv.ts";
import { isPlainFile, type RestInput, type RestRoute } from "./routes.ts";

/**
 * Serves each row by its procedure. A known path asked with another method is a 405 that lists the right ones.
 * @param contextOf builds the call's context, as for tRPC
 */
export function serveRestRoutes(
  app: FastifyInstance,
  appRouter: AnyTRPCRouter,
  routes: readonly RestRoute[],
  contextOf: (request: FastifyRequest, reply: FastifyReply) => RequestContext,
): void {
  const methodsByPath = new Map<string, Set<HTTPMethods>>();
  for (const route of routes) {
    methodsByPath.set(
      route.path,
      (methodsByPath.get(route.path) ?? new Set<HTTPMethods>()).add(route.method),
    );
    const known = queryKeysOf(appRouter, route);
    app.route({
      method: route.method,
      url: route.path,
      config: {
        admission: isPlainFile(route) ? "open" : "call",
        ...(route.reads === true && { elsewhere: true }),
        // A page of another site has no session here, and what it sends is all that counts.
        ...(route.oauth === true && { elsewhere: true, body: "other" as const, oauth: true }),
      },
      handler: async (request, reply) => {
        const path = procedureOf(route, request);
        const ctx = contextOf(request, reply);
        const goOn = (input: unknown): Promise<unknown> =>
          callProcedure(appRouter, path, { ...ctx, goesOn: true }, input);
        const input = inputOf(route.input, request);
        if (known !== undefined) refuseUnknownKeys(request.query, known);
        const output = await callProcedure(appRouter, path, ctx, input);
        if (route.output === "csv") return sendCsv(route, reply, input, output, goOn);
        if (route.output === "file") return sendFile(reply, statementFile.parse(output));
        if (route.status === 204) return reply.code(204).send();
        return reply.code(route.status ?? 200).send(route.output === "data" ? { data: output } : output);
      },
    });
  }
  for (const [url, methods] of methodsByPath) refuseOtherMethods(app, url, methods);
}

/** The keys that a row's query may have; undefined if its schema does not name them. */
function queryKeysOf(appRouter: AnyTRPCRouter, route: RestRoute): ReadonlySet<string> | undefined {
  if (route.input !== "query" || typeof route.procedure !== "string") return new Set();
  const { input } = procedureFacts(appRouter, route.procedure);
  if (!(input instanceof z.ZodObject)) return undefined;
  const keys = new Set(Object.keys(input.shape));
  // A file is the whole walk: where its next piece begins is no one's to say.
  if (route.output === "csv") keys.delete("after");
  return keys;
}

/**
 * A mistyped filter would answer too much, so it is refused. Keys of a body are dropped instead.
 * @throws DomainError `validation_failed` at each key
 */
export function refuseUnknownKeys(query: unknown, known: ReadonlySet<string>): void {
  const unknown = Object.keys(isRecord(query) ? query : {}).filter((key) => !known.has(key));
  if (unknown.length === 0) return;
  const fields = Object.fromEntries(unknown.map((key) => [key, [OWN_MESSAGES.unknownQueryKey]]));
  throw new DomainError("validation_failed", { fields });
}

const attachment = (filename: string): string => `attachment; filename="${filename}"`;

const sendFile = (reply: FastifyReply, { filename, type, content }: StatementFile): FastifyReply =>
  reply
    .header("content-type", type)
    .header("content-disposition", attachment(filename))
    .send(Buffer.from(content, "base64"));

/** Sends a walk's pieces as they are read; the first has been, so that a refusal is still an answer of its own. */
function sendCsv(
  { columns, path }: RestRoute,
  reply: FastifyReply,
  input: unknown,
  first: unknown,
  call: (input: unknown) => Promise<unknown>,
): FastifyReply {
  const csvOf = columns === "tax" ? taxCsv : transactionsCsv;
  const pieces = csvOf(historyWalk.parse(first), async (after) =>
    historyWalk.parse(await call({ ...(isRecord(input) ? input : {}), after })),
  );
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", attachment(path.slice(path.lastIndexOf("/") + 1)))
    .send(Readable.from(pieces));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The name of the procedure that answers this request. */
function procedureOf({ procedure }: RestRoute, request: FastifyRequest): string {
  if (typeof procedure === "string") return procedure;
  const { field, procedures, otherwise } = procedure;
  const value = isRecord(request.body) ? request.body[field] : undefined;
  if (typeof value !== "string" || !Object.hasOwn(procedures, value)) return otherwise;
  return procedures[value] ?? otherwise;
}

/** An identifier as the application makes them. */
const IDENTIFIER = /^[\x21-\x7e]{1,64}$/;

/** @throws DomainError `not_found` for a path whose identifier can name nothing */
function identifiersOf(params: unknown): unknown {
  for (const value of Object.values(isRecord(params) ? params : {})) {
    if (typeof value !== "string" || !IDENTIFIER.test(value)) throw new DomainError("not_found");
  }
  return params;
}

/** Input of the procedure. A body that is no object goes on as it is, for the schema to refuse. */
function inputOf(source: RestInput | undefined, request: FastifyRequest): unknown {
  const { body, query, params, headers } = request;
  switch (source) {
    case undefined:
      return undefined;
    case "body":
      return body;
    case "query":
      return query;
    case "path":
      return identifiersOf(params);
    case "keyed body":
      return isRecord(body) ? { ...body, idempotency_key: headers["idempotency-key"] } : body;
    case "body of path": {
      const identifiers = identifiersOf(params);
      return isRecord(body) && isRecord(identifiers) ? { ...body, ...identifiers } : body;
    }
  }
}
