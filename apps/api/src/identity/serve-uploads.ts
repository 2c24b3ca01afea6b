import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import fastifyMultipart from "@fastify/multipart";
import { DomainError } from "@wattle/contracts/errors";
import { DOCUMENT_SIDES, LARGEST_DOCUMENT_BYTES, type DocumentSide } from "@wattle/contracts/identity-rules";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireEmail } from "../procedures.ts";
import { keepDocument } from "./keep-document.ts";

/** Bytes of a multipart body around its one file. */
const ENVELOPE_BYTES = 8 * 1024;

const tooLarge = (): DomainError =>
  new DomainError("payload_too_large", { message: OWN_MESSAGES.fileTooLarge });

/** The same guard as the typed procedures of the identity form. */
function requireOwner(request: FastifyRequest): string {
  const { account } = request;
  if (account !== null && account.token !== null) throw new DomainError("forbidden");
  return requireEmail(account?.user ?? null).id;
}

/** The one file of a multipart body. @throws DomainError at the side's field, `unsupported_media_type`, `payload_too_large` */
export async function readUpload(
  request: FastifyRequest,
  side: DocumentSide,
): Promise<{ readonly fileName: string; readonly content: Buffer }> {
  if (!request.isMultipart()) throw new DomainError("unsupported_media_type");
  const file = await request.file().catch((error: unknown) => {
    throw isTooLarge(error)
      ? tooLarge()
      : new DomainError("bad_request", { message: OWN_MESSAGES.brokenUpload });
  });
  if (file === undefined) throw DomainError.at(side, "validation_failed", OWN_MESSAGES.wrongFileType);
  const content = await file.toBuffer().catch((error: unknown) => {
    throw isTooLarge(error) ? tooLarge() : error;
  });
  return { fileName: file.filename, content };
}

/** Routes that take photos, whose bytes travel outside the typed procedures, in a multipart body of one file. */
export async function serveUploadsIn(
  app: FastifyInstance,
  routes: (uploads: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (uploads) => {
    await uploads.register(fastifyMultipart, {
      limits: { files: 1, fields: 4, parts: 5, fileSize: LARGEST_DOCUMENT_BYTES, headerPairs: 50 },
    });
    routes(uploads);
  });
}

/** Body of a route that takes a photo. */
export const UPLOAD = {
  bodyLimit: LARGEST_DOCUMENT_BYTES + ENVELOPE_BYTES,
  config: { body: "upload" },
} as const;

/** `POST /api/identity/documents?side=front`: photos of the identity form. */
export async function serveUploads(
  app: FastifyInstance,
  services: Parameters<typeof keepDocument>[0],
): Promise<void> {
  await serveUploadsIn(app, (uploads) => {
    uploads.post<{ Querystring: { side?: unknown } }>(
      "/api/identity/documents",
      UPLOAD,
      async (request, reply) => {
        const userId = requireOwner(request);
        const side = DOCUMENT_SIDES.find((known) => known === request.query.side);
        if (side === undefined) throw DomainError.at("side", "validation_failed", OWN_MESSAGES.unknownSide);
        const document = await keepDocument(services, userId, { side, ...(await readUpload(request, side)) });
        return reply.code(201).send({ data: document });
      },
    );
  });
}

function isTooLarge(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "FST_REQ_FILE_TOO_LARGE" || code === "FST_ERR_CTP_BODY_TOO_LARGE";
}
