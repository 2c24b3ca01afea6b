import type { FastifyInstance } from "fastify";
import { serveUnsubscribe } from "./accounts/serve-unsubscribe.ts";
import { serveEmailLinks } from "./accounts/verify-email.ts";
import { answerOtherOrigins } from "./http/cors.ts";
import { admitRequests, admittedAs } from "./http/admission.ts";
import { limitBodyTime, takeOnlyJson } from "./http/bodies.ts";
import { closeConnectionsWithApp, closeOnUnreadBodies } from "./http/connections.ts";
import { readinessChecks } from "./desk/system/read-checks.ts";
import { serveHealth } from "./http/health.ts";
import { requestContext } from "./http/request-context.ts";
import { logRequests } from "./http/request-log.ts";
import { noteTokenRequests } from "./http/note-token-requests.ts";
import { serveTrpc } from "./http/serve-trpc.ts";
import { createServer, HTTP_TIMES, LARGEST_BODY_BYTES, type HttpTimes } from "./http/server.ts";
import { serveStatement } from "./demo/day/serve-statement.ts";
import { serveChain } from "./demo/chain/serve-chain.ts";
import { servePrice } from "./demo/serve-price.ts";
import { serveVenue } from "./demo/serve-venue.ts";
import { serveData } from "./data-export/serve-data.ts";
import { serveCustomerData, serveDocuments } from "./desk/serve-documents.ts";
import { serveUploads } from "./identity/serve-uploads.ts";
import { serveRecoveryPhoto } from "./recovery/serve-recovery-photo.ts";
import { serveMailbox } from "./mail/serve-mailbox.ts";
import { serveSandbox } from "./onramp/serve-sandbox.ts";
import { serveCheckWebhooks } from "./identity/serve-check-webhooks.ts";
import { serveWebhooks } from "./onramp/serve-webhooks.ts";
import { serveRestRoutes } from "./rest/adapter.ts";
import { REST_ROUTES } from "./rest/routes.ts";
import { serveDocs } from "./rest/docs/serve-docs.ts";
import { servePriceStream } from "./rest/serve-price-stream.ts";
import { appRouter } from "./router.ts";
import type { Services } from "./services.ts";
import { builtFonts, servePages } from "./site/serve-pages.ts";

/**
 * Builds the whole HTTP application: procedures, REST adapter, pages. Listening is the caller's.
 * @param times how long clients may take
 * @param measure adds what looks on at each request, if anyone does
 */
export async function createApp(
  services: Services,
  times: HttpTimes = HTTP_TIMES,
  measure?: (app: FastifyInstance) => void,
): Promise<FastifyInstance> {
  const app = createServer(services, times);
  closeConnectionsWithApp(app, times.lastAnswers);
  closeOnUnreadBodies(app, LARGEST_BODY_BYTES, times.drain);
  logRequests(app, services);
  noteTokenRequests(app, services);
  measure?.(app);
  limitBodyTime(app, times.body);
  answerOtherOrigins(app, services.config);
  admitRequests(app, services);
  takeOnlyJson(app);

  app.addHook("onClose", () => services.limitStores.close());
  app.addHook("onClose", () => services.screener.close());

  const contextOf = requestContext(services);
  await serveTrpc(app, appRouter, services, contextOf);
  serveRestRoutes(app, appRouter, REST_ROUTES, contextOf);
  servePriceStream(app, appRouter, services, contextOf);
  serveEmailLinks(app, contextOf);
  await serveUploads(app, services);
  await serveRecoveryPhoto(app, contextOf);
  serveDocuments(app, services, contextOf);
  serveCustomerData(app, services, contextOf);
  serveData(app, services, contextOf);
  await admittedAs("counted", app, async (scope) => {
    await serveWebhooks(scope, services);
    await serveCheckWebhooks(scope, services);
    await serveSandbox(scope, services);
    await serveUnsubscribe(scope, services);
    servePrice(scope, services);
    serveVenue(scope, services);
    await serveChain(scope, services);
  });
  await admittedAs("open", app, (scope) => {
    serveDocs(scope, appRouter, REST_ROUTES, { ...services.config, fonts: builtFonts() });
    serveHealth(scope, services, readinessChecks(services));
    serveMailbox(scope, services);
    serveStatement(scope, services);
  });
  await servePages(app, services);
  return app;
}
