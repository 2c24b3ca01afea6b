import type { FastifyInstance } from "fastify";
import { serveEmailLinks } from "./accounts/verify-email.ts";
import { admitCalls } from "./http/admit-calls.ts";
import { takeOnlyJson } from "./http/bodies.ts";
import { serveHealth } from "./http/health.ts";
import { requestContext } from "./http/request-context.ts";
import { serveTrpc } from "./http/serve-trpc.ts";
import { createServer } from "./http/server.ts";
import { serveDocuments } from "./identity/serve-documents.ts";
import { serveMailbox } from "./mail/serve-mailbox.ts";
import { serveSandbox } from "./onramp/serve-sandbox.ts";
import { serveWebhooks } from "./onramp/serve-webhooks.ts";
import { serveRestRoutes } from "./rest/adapter.ts";
import { REST_ROUTES } from "./rest/routes.ts";
import { serveDocs } from "./rest/serve-docs.ts";
import { appRouter } from "./router.ts";
import type { Services } from "./services.ts";
import { servePages } from "./site/serve-pages.ts";

/** Paths that are never a page: unknown ones among them get a JSON error. */
const NEVER_PAGES = /^\/(?:api|trpc|\.well-known|onramp)(?:[/?]|$)/;

/** Builds the whole HTTP application: procedures, REST adapter, pages. Listening is the caller's. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const app = createServer(services);
  admitCalls(app, services);
  takeOnlyJson(app);

  const contextOf = requestContext(services);
  await serveTrpc(app, contextOf);
  serveRestRoutes(app, appRouter, REST_ROUTES, contextOf);
  serveDocs(app, appRouter, REST_ROUTES, services.config);
  serveEmailLinks(app, services);
  serveMailbox(app, services);
  await serveDocuments(app, services, contextOf);
  await serveWebhooks(app, services);
  await serveSandbox(app, services);
  serveHealth(app, services);
  await servePages(app, services, (url) => NEVER_PAGES.test(url));
  return app;
}
