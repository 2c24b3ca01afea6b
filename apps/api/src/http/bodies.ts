import { DomainError } from "@wattle/contracts/errors";
import type { FastifyInstance } from "fastify";
import { parseJsonBody } from "./json-body.ts";

/** Bodies are JSON, uncompressed; a scope that takes another kind brings its own parser. */
export function takeOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, text, done) => {
    try {
      done(null, parseJsonBody(String(text)));
    } catch (error) {
      done(error as DomainError, undefined);
    }
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const { "content-encoding": encoding } = request.headers;
    const isPlain = encoding === undefined || encoding === "identity";
    done(isPlain ? undefined : new DomainError("unsupported_media_type"));
  });
}
