import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";

export function loadPages(
  root: string,
  config: Config,
): { send(request: FastifyRequest, reply: FastifyReply): FastifyReply } {
  void root;
  void config;
  return { send: (_request, reply) => reply.code(404).type("text/html").send("not found") };
}
