import { Readable } from "node:stream";
import type { DataCopy } from "@wattle/contracts/data-export";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RequestContext } from "../context.ts";
import "../http/http-request.ts";
import { router } from "../procedures.ts";
import type { Services } from "../services.ts";
import { copyData, type CopyServices } from "./copy-data.ts";
import { dataExportRouter } from "./data-export.router.ts";

/** Only its own procedures: a noun knows no router of everything. */
const own = router({ dataExport: dataExportRouter });

export type SendServices = CopyServices & Pick<Services, "costlyReads">;

/** Sends a copy of data that has been opened, as it is made when its taker's turn comes. No cache keeps it on the way. */
export async function sendCopy(
  reply: FastifyReply,
  services: SendServices,
  { id, file_name: fileName }: DataCopy,
): Promise<FastifyReply> {
  const copy = await copyData(services, id);
  return reply
    .type("application/zip")
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .send(Readable.from(services.costlyReads.inPieces(takerOf(reply), copy), { objectMode: false }));
}

/** The person who takes a copy: its owner, or staff. */
const takerOf = ({ request }: FastifyReply): string => request.account?.user.id ?? "";

/** Gives a customer the own data, outside the typed procedures: `GET /api/users/data.zip`. */
export function serveData(
  app: FastifyInstance,
  services: SendServices,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => RequestContext,
): void {
  app.get("/api/users/data.zip", { config: { elsewhere: false } }, async (request, reply) =>
    sendCopy(reply, services, await own.createCaller(contextOf(request, reply)).dataExport.open()),
  );
}
