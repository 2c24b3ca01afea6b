import type { AnyTRPCRouter } from "@trpc/server";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { compressFile, sendCompressed } from "../http/compressed-file.ts";
import { refuseOtherMethods } from "./adapter.ts";
import { docsPage } from "./docs-page.ts";
import { httpFile } from "./http-file.ts";
import { buildOpenApi } from "./openapi.ts";
import type { RestRoute } from "./routes.ts";

/** Serves the OpenAPI document and what is made from it, as files are: all of it is built once, when someone asks. */
export function serveDocs(
  app: FastifyInstance,
  router: AnyTRPCRouter,
  routes: readonly RestRoute[],
  config: Config,
): void {
  const build = () => {
    const document = buildOpenApi(router, routes, { origin: config.APP_ORIGIN, brand: config.brand });
    return {
      "/api/openapi.json": compressFile(JSON.stringify(document, null, 1), "application/json; charset=utf-8"),
      "/api/docs": compressFile(docsPage(document, config.brand), "text/html; charset=utf-8"),
      "/api/requests.http": compressFile(httpFile(document), "text/plain; charset=utf-8"),
    };
  };
  let built: ReturnType<typeof build> | undefined;
  for (const path of ["/api/openapi.json", "/api/docs", "/api/requests.http"] as const) {
    app.get(path, (request, reply) => {
      void reply.header("cache-control", "no-cache").header("vary", "accept-encoding, origin");
      return sendCompressed(request, reply, (built ??= build())[path]);
    });
    refuseOtherMethods(app, path, new Set(["GET"]));
  }
}
