import { DomainError } from "@wattle/contracts/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import "./http-request.ts";
import { parseJsonBody } from "./json-body.ts";

const JSON_TYPE = "application/json";

const isJson = (type: string | undefined): boolean =>
  type === JSON_TYPE || type?.split(";", 1)[0]?.trim().toLowerCase() === JSON_TYPE;

const hasBody = ({ headers, method }: FastifyRequest): boolean =>
  method !== "GET" &&
  method !== "HEAD" &&
  (headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0");

/** Ends the connection of a request whose body is not here in time. */
function expectBodyWithin(milliseconds: number, { raw }: FastifyRequest): void {
  const timer = setTimeout(() => raw.destroy(), milliseconds);
  timer.unref();
  raw.once("close", () => clearTimeout(timer));
}

/** Bodies are here within `milliseconds`, also those of refused requests; an upload has the time of the whole request. */
export function limitBodyTime(app: FastifyInstance, milliseconds: number): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (hasBody(request)) {
      const isUpload =
        !isJson(request.headers["content-type"]) && request.routeOptions.config.body === "upload";
      if (!isUpload) expectBodyWithin(milliseconds, request);
    }
    done();
  });
}

/**
 * Bodies are JSON, uncompressed. Any other is refused before a byte of it is read, also where a plugin would take it. A
 * route that takes another kind says so (`config.body`) and brings its own parser.
 */
export function takeOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPE, { parseAs: "string" }, (_request, text, done) => {
    try {
      done(null, parseJsonBody(String(text)));
    } catch (error) {
      done(error as DomainError, undefined);
    }
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const { "content-encoding": encoding, "content-type": type } = request.headers;
    const isPlain = encoding === undefined || encoding === "identity";
    const isTaken =
      isPlain && (!hasBody(request) || isJson(type) || request.routeOptions.config.body !== undefined);
    done(isTaken ? undefined : new DomainError("unsupported_media_type"));
  });
}
