import type { Rate } from "@wattle/exchange-core/rate";
import type { Database } from "@wattle/db/database";
import type { Clock, Ids } from "../clock.ts";
import type { Config } from "../config.ts";
import { createKrakenVenue } from "./kraken.ts";
import { createPlayVenue, type PlayVenue } from "./play.ts";
import type { Venue } from "./venue.ts";

/** Worth of one coin at the demo's own exchange. */
export type PlayPrice = (symbol: string, currency: string) => Promise<Rate>;

interface OpenVenue {
  readonly venue: Venue | undefined;
  readonly setPlayMode: PlayVenue["setMode"] | undefined;
}

/** The venue that `VENUES` names; undefined if there is none. */
export function openVenue({
  config,
  ...parts
}: {
  readonly config: Pick<Config, "VENUES" | "KRAKEN_API_URL" | "KRAKEN_API_KEY" | "KRAKEN_API_SECRET">;
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly price: PlayPrice;
}): OpenVenue {
  if (config.VENUES === undefined) return { venue: undefined, setPlayMode: undefined };
  if (config.VENUES === "kraken") {
    const { KRAKEN_API_URL: url, KRAKEN_API_KEY: key = "", KRAKEN_API_SECRET: secret = "" } = config;
    const now = (): number => parts.clock.now();
    return { venue: createKrakenVenue({ url, key, secret, fetch, now }), setPlayMode: undefined };
  }
  const venue = createPlayVenue(parts);
  return { venue, setPlayMode: venue.setMode };
}
