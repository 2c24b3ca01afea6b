import { DomainError } from "@wattle/contracts/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import "./http-request.ts";
import { parseJsonBody } from "../json-body.ts";

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

const isJson = (type: string | undefined): boolean =>
  type === JSON_TYPE || type?.split(";", 1)[0]?.trim().toLowerCase() === JSON_TYPE;

const sendsBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** Whether there is a body that could be read: that of a `GET` or `HEAD` never is. */
const hasBody = (request: FastifyRequest): boolean =>
  request.method !== "GET" && request.method !== "HEAD" && sendsBody(request);

/** Ends the connection of a request whose body is not here in time. */
function expectBodyWithin(milliseconds: number, { raw }: FastifyRequest): void {
  if (raw.complete) return;
  const timer = setTimeout(() => raw.destroy(), milliseconds);
  timer.unref();
  raw.once("close", () => clearTimeout(timer));
}

/**
 * Bodies are here within `milliseconds`, also those of refused requests and those that no one reads. An upload has the
 * time of the whole request, as long as it is not answered.
 */
export function limitBodyTime(app: FastifyInstance, milliseconds: number): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (sendsBody(request)) {
      const isUpload =
        !isJson(request.headers["content-type"]) && request.routeOptions.config.body === "upload";
      // Node reads on to the end of what has arrived before it comes to microtasks: most bodies came with their headers and need
      // no timer, which the bench's "held rates" would pay for.
      if (!isUpload) queueMicrotask(() => expectBodyWithin(milliseconds, request));
      else reply.raw.once("finish", () => expectBodyWithin(milliseconds, request));
    }
    done();
  });
}

/** @throws DomainError `bad_request` if a field comes twice, as RFC 6749 has it */
function parseForm(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)];
  const form = Object.fromEntries(fields);
  if (Object.keys(form).length < fields.length) throw new DomainError("bad_request");
  return form;
}

/**
 * Bodies are JSON, uncompressed. Any other is refused before a byte of it is read, also if a plugin would take it. A
 * route that takes another kind says so (`config.body`) and brings its own parser.
 */
export function takeOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPE, { parseAs: "string" }, (_request, text, done) => {
    try {
      // Many programs say that a request without a body is JSON.
      done(null, text === "" ? undefined : parseJsonBody(String(text)));
    } catch (error) {
      done(error as DomainError, undefined);
    }
  });
  // Only routes that say so (`config.body`) get as far as this.
  app.addContentTypeParser(FORM_TYPE, { parseAs: "string" }, (_request, text, done) => {
    try {
      done(null, parseForm(String(text)));
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
