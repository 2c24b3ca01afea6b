import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import { DomainError } from "@wattle/contracts/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { admittedAs } from "../http/admission.ts";
import { NEVER_PAGES } from "../http/server.ts";
import type { Services } from "../services.ts";
import { loadPages, type Pages } from "./pages.ts";

/** Folder of Vite's build; missing only if the API runs without its web app, as in its own tests. */
const WEB_ROOT = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** The product's fonts as the build named them; none if the API runs without its web app. */
export interface BuiltFonts {
  readonly headings?: string | undefined;
  readonly body?: string | undefined;
}

/** Addresses of the built fonts. */
export function builtFonts(): BuiltFonts {
  const folder = path.join(WEB_ROOT, "assets");
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const addressOf = (name: string): string | undefined => {
    const file = files.find((each) => each.startsWith(`${name}.`) && each.endsWith(".woff2"));
    return file && `/assets/${file}`;
  };
  return { headings: addressOf("headings"), body: addressOf("body") };
}

/** Files in these folders have a hash of their content in their name and never change. */
const HASHED = ["assets", "js/chunks"];

/** Name of the compressed file that is sent in its place to clients that accept it. */
const COMPRESSED = /\.(?:br|gz)$/;

/** Pages at the paths of account calls. They are admitted as calls are: anyone who opens one needs its CSRF token next. */
const ACCOUNT_PATHS = ["/login", "/logout", "/register", "/forgot-password", "/reset-password", "/email"];

/** The path of a request as the router read it: decoded, without origin and query. */
function routedPath({ routeOptions, params }: FastifyRequest): string {
  const rest = (params as { readonly "*"?: string })["*"] ?? "";
  return (routeOptions.url ?? "").replace("*", () => rest);
}

/** Paths of an earlier build's files: the page that asks for one recovers by itself and has no use for a page. */
function sendGone({ method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (method !== "GET" && method !== "HEAD") throw new DomainError("not_found");
  return reply.code(404).type("text/plain; charset=utf-8").send("Not found");
}

/**
 * Serves the web app's files but its pages: those with a hash in their name for ever, and in place of one that is gone a plain 404.
 * @param root the folder that Vite built
 */
export async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  const kept = (cacheControl: string): FastifyStaticOptions => ({
    root,
    preCompressed: true,
    index: false,
    setHeaders: (response) => void response.header("cache-control", cacheControl),
  });
  // Folders and not their files: hundreds of routes would take a third of the application's start. Their names are read once, since to
  // look for one that is gone the plugin would read the folder several times, for anyone who asks.
  for (const folder of HASHED) {
    const files = path.join(root, folder);
    const names = new Set(readdirSync(files).filter((name) => !COMPRESSED.test(name)));
    await app.register(
      async (scope) => {
        scope.setNotFoundHandler(sendGone);
        await scope.register(fastifyStatic, {
          ...kept("public, max-age=31536000, immutable"),
          root: files,
          serve: false,
        });
        scope.get<{ readonly Params: { readonly "*": string } }>("/*", (request, reply) => {
          const name = request.params["*"];
          return names.has(name) ? reply.sendFile(name) : sendGone(request, reply);
        });
      },
      { prefix: `/${folder}` },
    );
  }
  await app.register(fastifyStatic, {
    ...kept("public, max-age=3600"),
    wildcard: false,
    globIgnore: HASHED.map((folder) => `${folder}/**`).concat(
      ["**/*.html", "**/*.br", "**/*.gz"],
      ["pages.json", "pages/**"],
    ),
  });
}

/** Routes every page; what nothing else takes gets the not-found page. */
export async function routePages(app: FastifyInstance, pages: Pages): Promise<void> {
  const send = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    pages.send(request, reply, routedPath(request));
  for (const account of ACCOUNT_PATHS) {
    app.get(account, send);
    app.get(`${account}/*`, send);
  }
  await admittedAs("open", app, (scope) => {
    scope.get("/*", send);
  });
}

/**
 * Serves the web app: prerendered pages with the brand's values, hashed files for ever, and the not-found page with
 * status 404 for anything else that is read.
 */
export async function servePages(
  app: FastifyInstance,
  services: Pick<Services, "config" | "clock">,
): Promise<void> {
  for (const prefix of NEVER_PAGES) {
    for (const url of [prefix, `${prefix}/*`]) {
      app.all(url, () => {
        throw new DomainError("not_found");
      });
    }
  }
  if (!existsSync(path.join(WEB_ROOT, "pages.json"))) return;
  const pages = loadPages(WEB_ROOT, services.config, services.clock);

  await routePages(app, pages);
  await admittedAs("open", app, (scope) => serveFiles(scope, WEB_ROOT));
}
