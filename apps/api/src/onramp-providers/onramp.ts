import type { Database } from "@wattle/db/database";
import type { Vault } from "@wattle/db/sealed/vault";
import type { FastifyBaseLogger } from "fastify";
import type { Clock, Ids } from "../clock.ts";
import type { Config } from "../config.ts";
import type { RateService } from "../prices/rate-service.ts";
import type { OnrampProvider } from "./provider.ts";
import { createSandbox, sandboxKey } from "./sandbox.ts";
import { createTransak } from "./transak.ts";

/** Card payments as this installation has them. */
export interface Onramp {
  /** Undefined if card payments are closed. */
  readonly provider: OnrampProvider | undefined;
  /** Signs the sandbox's webhooks. */
  readonly sandboxKey: Buffer;
}

interface OnrampParts {
  readonly config: Config;
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: FastifyBaseLogger;
  readonly rates: RateService;
  readonly secret: string;
}

/**
 * The payment provider of the settings. The sandbox gives coins for nothing, so it is open in a demo only: an
 * installation without demo data and with no other provider takes no card payments.
 */
export function createOnramp(parts: OnrampParts): Onramp {
  const { config, database, vault, clock, ids, log, rates, secret } = parts;
  const key = sandboxKey(secret);
  if (config.ONRAMP_PROVIDER === "transak") {
    return {
      sandboxKey: key,
      provider: createTransak({
        apiUrl: config.TRANSAK_API_URL,
        gatewayUrl: config.TRANSAK_GATEWAY_URL,
        apiKey: config.TRANSAK_API_KEY ?? "",
        apiSecret: config.TRANSAK_API_SECRET ?? "",
        wallets: config.TRANSAK_WALLETS,
        origin: config.APP_ORIGIN,
        database,
        vault,
        clock,
        ids,
        log,
      }),
    };
  }
  return {
    sandboxKey: key,
    provider: config.DEMO ? createSandbox({ origin: config.APP_ORIGIN, key, clock, ids, rates }) : undefined,
  };
}
