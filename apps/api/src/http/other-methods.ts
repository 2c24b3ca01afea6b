import { DomainError } from "@wattle/contracts/errors";
import type { FastifyInstance, HTTPMethods } from "fastify";

const METHODS: readonly HTTPMethods[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Marks every method of `url` other than `methods` as refused: the application answers 405 with `Allow` before it looks
 * at anything else of the request. Pages share the paths outside `/api`, so their GET is not touched.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  methods: ReadonlySet<HTTPMethods>,
): void {
  const isPage = !url.startsWith("/api");
  app.route({
    method: METHODS.filter((method) => !methods.has(method) && !(isPage && method === "GET")),
    url,
    config: { allow: [...methods, ...(methods.has("GET") ? ["HEAD"] : [])].join(", ") },
    handler: () => {
      throw new DomainError("method_not_allowed");
    },
  });
}
