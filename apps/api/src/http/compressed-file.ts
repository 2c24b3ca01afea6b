import { createHash } from "node:crypto";
import { brotliCompress, brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A text that is sent often: compressed once, with a tag by which a client asks whether it has changed. */
export interface CompressedFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  /** Replaced once by a smaller one. */
  brotli: Buffer;
}

/** For who asks first, who waits for it; then the best is made on another thread. */
const FIRST_QUALITY = 5;
const BEST_QUALITY = constants.BROTLI_MAX_QUALITY;

/** @param type the media type, with its character set */
export function compressFile(text: string, type: string): CompressedFile {
  const plain = Buffer.from(text);
  const brotliOf = (quality: number) => ({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  const file: CompressedFile = {
    type,
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    plain,
    gzip: gzipSync(plain),
    brotli: brotliCompressSync(plain, brotliOf(FIRST_QUALITY)),
  };
  brotliCompress(plain, brotliOf(BEST_QUALITY), (error, best) => {
    if (error === null) file.brotli = best;
  });
  return file;
}

const accepts = (request: FastifyRequest, encoding: string): boolean =>
  String(request.headers["accept-encoding"] ?? "")
    .split(",")
    .some(
      (part) =>
        part.trim() === encoding || (part.trim().startsWith(`${encoding};`) && !/;q=0(?:\.0+)?$/.test(part)),
    );

/** Sends the file as the client takes it; only 304 where it has this very one and `mayBeKnown`. */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  file: CompressedFile,
  mayBeKnown = true,
): FastifyReply {
  void reply.type(file.type).header("etag", file.etag);
  if (mayBeKnown && request.headers["if-none-match"] === file.etag) return reply.code(304).send();
  if (accepts(request, "br")) return reply.header("content-encoding", "br").send(file.brotli);
  if (accepts(request, "gzip")) return reply.header("content-encoding", "gzip").send(file.gzip);
  return reply.send(file.plain);
}
