import type { AnyTRPCRouter } from "@trpc/server";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { refuseOtherMethods } from "./adapter.ts";
import { docsPage } from "./docs-page.ts";
import { httpFile } from "./http-file.ts";
import { buildOpenApi } from "./openapi.ts";
import type { RestRoute } from "./routes.ts";

/** Serves the OpenAPI document and what is made from it. All of it is built once, when someone asks. */
export function serveDocs(
  app: FastifyInstance,
  router: AnyTRPCRouter,
  routes: readonly RestRoute[],
  config: Config,
): void {
  const build = () => {
    const document = buildOpenApi(router, routes, { origin: config.APP_ORIGIN, brand: config.brand });
    return {
      json: JSON.stringify(document, null, 1),
      page: docsPage(document, config.brand),
      requests: httpFile(document),
    };
  };
  let built: ReturnType<typeof build> | undefined;
  const texts = () => (built ??= build());
  const serve = (path: string, type: string, text: () => string): void => {
    app.get(path, (_request, reply) => reply.type(type).send(text()));
    refuseOtherMethods(app, path, new Set(["GET"]));
  };
  serve("/api/openapi.json", "application/json; charset=utf-8", () => texts().json);
  serve("/api/docs", "text/html; charset=utf-8", () => texts().page);
  serve("/api/requests.http", "text/plain; charset=utf-8", () => texts().requests);
}
