import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { IdentityProvider } from "./provider.ts";
import { createSumsub } from "./sumsub.ts";

/** The provider that `IDENTITY_PROVIDER` names; undefined if staff check photos themselves. */
export function openIdentityProvider({
  config,
  clock,
  log,
}: {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}): IdentityProvider | undefined {
  if (config.IDENTITY_PROVIDER === undefined) return undefined;
  return createSumsub({
    url: config.SUMSUB_API_URL,
    appToken: config.SUMSUB_APP_TOKEN ?? "",
    secretKey: config.SUMSUB_SECRET_KEY ?? "",
    webhookSecret: config.SUMSUB_WEBHOOK_SECRET ?? "",
    level: config.SUMSUB_LEVEL ?? "",
    now: () => clock.now(),
    log,
  });
}
