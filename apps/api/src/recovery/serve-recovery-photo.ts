import { DomainError } from "@wattle/contracts/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RequestContext } from "../context.ts";
import { readUpload, serveUploadsIn, UPLOAD } from "../identity/serve-uploads.ts";
import { submitRecovery } from "./request-recovery.ts";

/** `POST /api/recovery/photo`: the photo of a recovery, with the token of its mailed link in `x-link-token`. */
export async function serveRecoveryPhoto(
  app: FastifyInstance,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => RequestContext,
): Promise<void> {
  await serveUploadsIn(app, (uploads) => {
    uploads.post("/api/recovery/photo", UPLOAD, async (request, reply) => {
      // In a header, for addresses are kept in more logs than ours.
      const token = request.headers["x-link-token"];
      if (typeof token !== "string" || token === "") throw DomainError.at("token", "token_invalid");
      const file = await readUpload(request, "selfie");
      return reply.code(201).send(await submitRecovery(contextOf(request, reply), { token, ...file }));
    });
  });
}
