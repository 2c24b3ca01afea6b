import { createReadStream, existsSync, readFileSync } from "node:fs";
import type { AnyTRPCRouter } from "@trpc/server";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";
import { compressFile, sendCompressed } from "../../http/compressed-file.ts";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { httpFile } from "../http-file.ts";
import { buildOpenApi } from "../openapi.ts";
import type { RestRoute } from "../routes.ts";
import { DEMO_ORIGIN } from "./guide.ts";
import { docsPage, type DocsFonts } from "./page.ts";

/** Below the repository's root. */
const fileOf = (relative: string): URL => new URL(`../../../../../${relative}`, import.meta.url);
const fileText = (relative: string): string => readFileSync(fileOf(relative), "utf8");

/** Programs that the guide names, for customers' developers to take; the tests run each. */
const PROGRAMS = [
  "buy.py",
  "buy.sh",
  "buy.ts",
  "trade.mts",
  "trade.py",
  "trade.sh",
  "verify-liabilities.mjs",
  "verify-quote.mjs",
  "verify-reserves.mjs",
  "webhook.mjs",
  "webhook.py",
] as const;

/** Packages that npm installs from here. They are built with the product. */
const PACKAGES = ["client", "exchange-core"] as const;

/**
 * Serves the OpenAPI document and what is made from it, as files are: each is built once, when someone asks. Next to them are the packages
 * and programs that the guide names.
 */
export function serveDocs(
  app: FastifyInstance,
  router: AnyTRPCRouter,
  routes: readonly RestRoute[],
  config: Pick<Config, "APP_ORIGIN" | "brand"> & { readonly fonts: DocsFonts },
): void {
  const buildDocument = () =>
    buildOpenApi(router, routes, { origin: config.APP_ORIGIN, brand: config.brand });
  const plain = (text: string) => compressFile(text, "text/plain; charset=utf-8");
  const files = {
    "/api/openapi.json": () =>
      compressFile(JSON.stringify(buildDocument(), null, 1), "application/json; charset=utf-8"),
    "/api/docs": () =>
      compressFile(
        docsPage(buildDocument(), config, fileText("docs/integrators.md")),
        "text/html; charset=utf-8",
      ),
    "/api/docs.js": () =>
      compressFile(fileText("apps/api/src/rest/docs/page.mjs"), "text/javascript; charset=utf-8"),
    "/api/requests.http": () => plain(httpFile(buildDocument())),
    "/api/changes.md": () => plain(fileText("CHANGELOG.md")),
    ...Object.fromEntries(
      PROGRAMS.map((name) => [
        `/api/examples/${name}`,
        () => plain(fileText(`examples/${name}`).replaceAll(DEMO_ORIGIN, config.APP_ORIGIN)),
      ]),
    ),
  };
  for (const [path, build] of Object.entries(files)) {
    let built: ReturnType<typeof build> | undefined;
    app.get(path, (request, reply) => {
      void reply.header("cache-control", "no-cache").header("vary", "accept-encoding, origin");
      return sendCompressed(request, reply, (built ??= build()));
    });
    refuseOtherMethods(app, path, new Set(["GET"]));
  }
  for (const name of PACKAGES) {
    const path = `/api/${name}.tgz`;
    app.get(path, (_request, reply) => {
      const file = fileOf(`packages/${name}/packed/${name}.tgz`);
      if (!existsSync(file)) return reply.callNotFound();
      return reply.header("cache-control", "no-cache").type("application/gzip").send(createReadStream(file));
    });
    refuseOtherMethods(app, path, new Set(["GET"]));
  }
}
