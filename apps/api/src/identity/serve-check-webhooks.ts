import { DomainError } from "@wattle/contracts/errors";
import { hintIdentityCheck } from "@wattle/db/identity-checks";
import type { FastifyInstance } from "fastify";
import type { Services } from "../services.ts";

/**
 * Takes an identity provider's webhooks at `POST /identity/webhooks/{provider}`. They are hints: a genuine one makes us ask the
 * provider, usually within seconds, and says nothing by itself. One that comes again, late or about no one changes nothing.
 */
export async function serveCheckWebhooks(
  app: FastifyInstance,
  { identityProvider, database, clock }: Pick<Services, "identityProvider" | "database" | "clock">,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, bytes, done) => done(null, bytes));
    scope.post("/identity/webhooks/:provider", { config: { body: "other" } }, async (request, reply) => {
      const { provider } = request.params as { readonly provider: string };
      if (identityProvider?.name !== provider) throw new DomainError("not_found");
      const customer = identityProvider.hint({
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        header: (name) => [request.headers[name] ?? []].flat()[0],
      });
      if (customer !== undefined) {
        const hint = { user_id: customer, provider: identityProvider.name, look_at: BigInt(clock.now()) };
        await database.write((tx) => hintIdentityCheck(tx, hint));
      }
      return reply.header("cache-control", "no-store").send({ received: true });
    });
  });
}
