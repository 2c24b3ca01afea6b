import { readFileSync } from "node:fs";
import type { AnyTRPCRouter } from "@trpc/server";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { compressFile, sendCompressed } from "../http/compressed-file.ts";
import { refuseOtherMethods } from "../http/other-methods.ts";
import { docsPage, type DocsFonts, type Program } from "./docs-page.ts";
import { httpFile } from "./http-file.ts";
import { buildOpenApi } from "./openapi.ts";
import type { RestRoute } from "./routes.ts";

/** Files that the documentation is made from, as they are in the repository. */
const fileText = (relative: string): string => readFileSync(new URL(relative, import.meta.url), "utf8");

/** The programs that the page begins with; the tests run each. */
const PROGRAMS = [
  ["curl", "buy.sh"],
  ["Python", "buy.py"],
  ["TypeScript", "buy.ts"],
] as const;

const readPrograms = (): Program[] =>
  PROGRAMS.map(([language, file]) => ({ language, text: fileText(`../../../../examples/${file}`) }));

/** Serves the OpenAPI document and what is made from it, as files are: all of it is built once, when someone asks. */
export function serveDocs(
  app: FastifyInstance,
  router: AnyTRPCRouter,
  routes: readonly RestRoute[],
  config: Pick<Config, "APP_ORIGIN" | "brand"> & { readonly fonts: DocsFonts },
): void {
  const build = () => {
    const document = buildOpenApi(router, routes, { origin: config.APP_ORIGIN, brand: config.brand });
    return {
      "/api/openapi.json": compressFile(JSON.stringify(document, null, 1), "application/json; charset=utf-8"),
      "/api/docs": compressFile(docsPage(document, config, readPrograms()), "text/html; charset=utf-8"),
      "/api/docs.js": compressFile(fileText("./docs-page.mjs"), "text/javascript; charset=utf-8"),
      "/api/requests.http": compressFile(httpFile(document), "text/plain; charset=utf-8"),
    };
  };
  let built: ReturnType<typeof build> | undefined;
  for (const path of ["/api/openapi.json", "/api/docs", "/api/docs.js", "/api/requests.http"] as const) {
    app.get(path, (request, reply) => {
      void reply.header("cache-control", "no-cache").header("vary", "accept-encoding, origin");
      return sendCompressed(request, reply, (built ??= build())[path]);
    });
    refuseOtherMethods(app, path, new Set(["GET"]));
  }
}
