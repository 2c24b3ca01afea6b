import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RequestContext } from "../context.ts";
import "../http/http-request.ts";
import { sendCopy, type SendServices } from "../data-export/serve-data.ts";
import type { Services } from "../services.ts";
import { desk } from "./desk.router.ts";

/**
 * Serves identity documents to the desk only, outside the typed procedures: `GET /api/ops/documents/{id}`. Each
 * read is written into the audit log before the first byte leaves.
 */
export function serveDocuments(
  app: FastifyInstance,
  { documents }: Pick<Services, "documents">,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => RequestContext,
): void {
  app.get<{ Params: { id: string } }>(
    "/api/ops/documents/:id",
    { config: { elsewhere: false } },
    async (request, reply) => {
      const { ops } = desk.createCaller(contextOf(request, reply));
      const document = await ops.customers.openDocument({ id: request.params.id });
      return reply
        .type(document.media_type)
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header("content-disposition", `attachment; filename="${document.id}"`)
        .send(await documents.read(document.id));
    },
  );
}

/**
 * Gives the desk a copy of all of a customer's data, outside the typed procedures: `GET /api/ops/customers/{id}/data.zip`.
 * Each is written into the audit log before the first byte leaves.
 */
export function serveCustomerData(
  app: FastifyInstance,
  services: SendServices,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => RequestContext,
): void {
  app.get<{ Params: { id: string } }>(
    "/api/ops/customers/:id/data.zip",
    { config: { elsewhere: false } },
    async (request, reply) => {
      const { ops } = desk.createCaller(contextOf(request, reply));
      return sendCopy(reply, services, await ops.customers.openData({ id: request.params.id }));
    },
  );
}
