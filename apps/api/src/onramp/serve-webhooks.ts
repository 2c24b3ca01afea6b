import { DomainError } from "@wattle/contracts/errors";
import type { FastifyInstance } from "fastify";
import type { Services } from "../services.ts";
import { receiveEvent } from "./settle-order.ts";
import type { MailServices } from "../mail/queue-mail.ts";

/**
 * Takes the provider's webhooks at `POST /onramp/webhooks/{provider}`. The body reaches the provider's own check byte for
 * byte, before anything of it is believed. Whatever was genuine is answered with 200, news or not, so that the provider
 * does not send it again; a failure of ours is a 5xx, so that it does.
 */
export async function serveWebhooks(
  app: FastifyInstance,
  services: MailServices & Pick<Services, "database" | "log" | "onramp">,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, text, done) => done(null, text));
    scope.post("/onramp/webhooks/:provider", { config: { body: "other" } }, async (request, reply) => {
      const { provider } = services.onramp;
      const { provider: name } = request.params as { readonly provider: string };
      if (provider?.name !== name) throw new DomainError("not_found");
      const event = await provider.read({
        body: typeof request.body === "string" ? request.body : "",
        header: (header) => [request.headers[header] ?? []].flat()[0],
      });
      if (event !== undefined) {
        const outcome = await receiveEvent(services, provider.name, event);
        if (outcome === "review" || outcome === "order unknown") {
          services.log.warn(
            { order: event.orderId, event: event.id, outcome },
            "a card payment needs a look",
          );
        }
      }
      return reply.header("cache-control", "no-store").send({ received: true });
    });
  });
}
