import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { DomainError } from "@wattle/contracts/errors";
import { errorBody } from "../procedures.ts";
import type { Services } from "../services.ts";
import { securityHeaders } from "./security-headers.ts";

/** Statuses for errors of Node's parser, apart from bytes that are not HTTP: those are 400. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Answers what never became a request: bytes that are no HTTP, headers that are too long or do not come in time. The body and headers are
 * those of any other error, and the connection ends.
 * @returns what Fastify takes as `clientErrorHandler`
 */
export function answerUnreadable({
  config,
  ids,
}: Pick<Services, "config" | "ids">): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const always = Object.entries(securityHeaders(config)).map(([name, value]) => `${name}: ${value}\r\n`);
  return (error, socket) => {
    if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
    const status = STATUSES[error.code ?? ""] ?? 400;
    const id = ids.uuid();
    const body = JSON.stringify(errorBody(new DomainError("bad_request"), id));
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
        `connection: close\r\nx-request-id: ${id}\r\n${always.join("")}\r\n${body}`,
    );
  };
}
