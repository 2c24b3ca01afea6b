import { DomainError } from "@wattle/contracts/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { UNSUBSCRIBE_PATH } from "../access/unsubscribe-links.ts";
import { renderPage } from "../mail/mail-template.ts";
import { emailsEndedPage, endEmailsPage } from "../mail/unsubscribe-pages.ts";
import type { Services } from "../services.ts";
import { chooseEmail } from "./email-choices.ts";

/**
 * Page behind the link in an optional email. Opening it changes nothing: programs open links before people do. Its
 * button, and the mail program's own (RFC 8058), send a POST to the same address, which ends the emails without logging
 * in.
 */
export async function serveUnsubscribe(
  app: FastifyInstance,
  services: Pick<Services, "config" | "database" | "unsubscribeLinks">,
): Promise<void> {
  const { brand, APP_ORIGIN } = services.config;

  /** @throws DomainError `token_invalid` */
  function endedBy({ query }: FastifyRequest) {
    const { token } = query as { readonly token?: string | string[] };
    const ended = services.unsubscribeLinks.read([token].flat()[0] ?? "");
    if (ended === undefined) throw new DomainError("token_invalid");
    return ended;
  }
  const answer = (reply: FastifyReply, html: string): FastifyReply =>
    reply
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(html);

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, _text, done) => done(null, undefined));

    scope.get(UNSUBSCRIBE_PATH, async (request, reply) => {
      const { kind } = endedBy(request);
      return answer(reply, renderPage(brand, APP_ORIGIN, endEmailsPage(kind)));
    });

    scope.post(UNSUBSCRIBE_PATH, { config: { body: "other" } }, async (request, reply) => {
      const { kind, userId } = endedBy(request);
      await chooseEmail(services, userId, { kind, on: false });
      return answer(reply, renderPage(brand, APP_ORIGIN, emailsEndedPage(kind, APP_ORIGIN)));
    });
  });
}
