import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import { DomainError } from "@wattle/contracts/errors";
import type { FastifyInstance } from "fastify";
import type { Services } from "../services.ts";
import { loadPages } from "./pages.ts";

/** What Vite built; absent only where the API runs without its web app, as in its own tests. */
const WEB_ROOT = path.resolve(import.meta.dirname, "../../../web/dist");

/** Files under these folders carry a hash of their content in their name and never change. */
const HASHED = /\/(?:assets|js\/chunks)\//;

/**
 * Serves the web app: prerendered pages with the brand's values, hashed files for ever, and the not-found page with
 * status 404 for anything else.
 * @param isCall whether a path belongs to procedures, whose unknown paths answer JSON
 */
export async function servePages(
  app: FastifyInstance,
  services: Services,
  isCall: (url: string) => boolean,
): Promise<void> {
  if (!existsSync(path.join(WEB_ROOT, "pages.json"))) {
    app.setNotFoundHandler(() => {
      throw new DomainError("not_found");
    });
    return;
  }
  const pages = loadPages(WEB_ROOT, services.config, services.clock);

  await app.register(fastifyStatic, {
    root: WEB_ROOT,
    preCompressed: true,
    wildcard: false,
    index: false,
    globIgnore: ["**/*.html", "**/*.br", "**/*.gz", "pages.json", "pages/**"],
    setHeaders: (response, file) => {
      void response.header(
        "cache-control",
        HASHED.test(file) ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
    },
  });

  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || isCall(request.url)) throw new DomainError("not_found");
    // A file of an earlier build: the page that asks for it recovers by itself and has no use for a page.
    if (HASHED.test(request.url)) return reply.code(404).type("text/plain; charset=utf-8").send("Not found");
    return pages.send(request, reply);
  });
}
