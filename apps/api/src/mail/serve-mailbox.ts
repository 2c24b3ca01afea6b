import { DomainError } from "@wattle/contracts/errors";
import { listMail } from "@wattle/db/outbox";
import type { FastifyInstance } from "fastify";
import { isoTime } from "../clock.ts";
import { openMail } from "./open-mail.ts";
import type { Services } from "../services.ts";

const MOST_MAILS = 200;

/**
 * The mailbox of a demo: `GET /dev/mail.json` lists mail newest first. Elsewhere there is none, and the page that shows it
 * is not found either.
 */
export function serveMailbox(
  app: FastifyInstance,
  services: Pick<Services, "config" | "database" | "vault">,
): void {
  app.get("/dev/mail.json", async (_request, reply) => {
    if (!services.config.DEMO) throw new DomainError("not_found");
    const mails = await listMail(services.database.read, MOST_MAILS);
    void reply.header("cache-control", "no-store");
    return {
      data: mails.map((mail) => ({
        to: mail.recipient,
        subject: mail.subject,
        ...openMail(services.vault, mail),
        created_at: isoTime(mail.created_at),
      })),
    };
  });
}
