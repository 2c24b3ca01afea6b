import { currencyOf } from "@wattle/contracts/markets";
import { loginUnlocks } from "@wattle/db/accounts";
import { forgetBelievedPrices } from "@wattle/db/believed-prices";
import { openDatabase, patiently } from "@wattle/db/database";
import type { Vault } from "@wattle/db/sealed/vault";
import pino, { type DestinationStream } from "pino";
import type { FastifyBaseLogger } from "fastify";
import { createCostlyReads } from "./limits/costly-reads.ts";
import { createAccountLimits } from "./limits/try-limiter.ts";
import { openNetworks } from "./chains/networks.ts";
import { createCaptcha } from "./access/captcha.ts";
import { randomIds, systemClock, type Clock, type Ids } from "./clock.ts";
import type { Config } from "./config.ts";
import { createUnsubscribeLinks } from "./access/unsubscribe-links.ts";
import { createSwitches } from "./switches/switches.ts";
import { createMarkets } from "./markets/markets.ts";
import { keptSecret, openDataKeys } from "./data-keys/open-data-keys.ts";
import { openLimitStores } from "./limits/open-limit-stores.ts";
import { openIdentityProvider } from "./identity-providers/open-identity-provider.ts";
import { createOnramp } from "./onramp-providers/onramp.ts";
import { loadSigningKeys } from "./signed-quotes/signing-keys.ts";
import { createConvertSource } from "./prices/convert.ts";
import { createKrakenSource } from "./prices/kraken.ts";
import { createPriceCharts } from "./prices/price-charts.ts";
import { createPortfolioBooks } from "./portfolio-books/portfolio-books.ts";
import { simulatedPast, sourcedPast } from "./prices/past-prices.ts";
import { createBelievedPrices } from "./prices/believed-prices.ts";
import { createPriceGuard } from "./prices/price-guard.ts";
import { lastRecorded } from "./prices/price-store.ts";
import { turnMarket } from "./audit/turn-market.ts";
import { createRateService } from "./prices/rate-service.ts";
import { prepareDatabase, requireUpToDate } from "./prepare-database.ts";
import type { RateSource } from "./prices/rate-source.ts";
import { createSimulatedSource, simulatedRateAt, type SimulatedSource } from "./prices/simulated.ts";
import type { Secrets } from "./access/mac.ts";
import { createCsrfTokens } from "./access/csrf.ts";
import type { Services } from "./services.ts";
import { createSecurityLog } from "./security-log.ts";
import { createLoginLimiter } from "./limits/login-limiter.ts";
import { createApiTokens } from "./access/api-tokens.ts";
import { createTokenRequests } from "./access/token-requests.ts";
import { openAddressCountries } from "./screening/address-countries.ts";
import { createScreener } from "./screening/screener.ts";
import { createSessions } from "./access/session.ts";
import { openVenue, type PlayPrice } from "./venues/open-venue.ts";
import { createVitals } from "./vitals.ts";

interface Outside {
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** Destination of log lines: standard output unless given. */
  readonly logTo?: DestinationStream;
  /**
   * For the command line: the database must be there and up to date, since only a server makes or changes its tables; and
   * its statements have no time limits.
   */
  readonly existing?: boolean;
}

function rateSourceOf(
  name: Config["RATE_SOURCE"][number],
  { config, now, simulated }: { config: Config; now: () => number; simulated: SimulatedSource },
): RateSource {
  switch (name) {
    case "simulated":
      return simulated;
    case "convert":
      return createConvertSource({
        url: config.CONVERT_URL,
        accessKey: config.CONVERT_ACCESS_KEY ?? "",
        fetch,
        now,
      });
    case "kraken":
      return createKrakenSource({
        url: config.KRAKEN_URL,
        fetch,
        now,
        nameOf: (code) => currencyOf(code)?.source_codes["kraken"],
      });
  }
}

/** Prices from the configured sources, each judged before anyone may use it. */
function createRates(
  services: Pick<Services, "config" | "database" | "clock" | "ids" | "log" | "switches">,
): Pick<Services, "rates" | "pastPrices" | "shockPrice"> & { readonly playPrice: PlayPrice } {
  const { config, database, clock, log, switches } = services;
  const now = (): number => clock.now();
  const simulated = createSimulatedSource({ seed: config.SIMULATED_SEED, now });
  const sources = config.RATE_SOURCE.map((name) => rateSourceOf(name, { config, now, simulated }));
  const rates = createRateService({
    sources,
    now,
    log,
    judge: createPriceGuard({
      switches,
      believed: createBelievedPrices(database, now),
      now,
      turn: (what, paused, reason) => turnMarket(services, what, { paused, reason }),
      lastRecorded: (symbol, currency) => lastRecorded(database, clock, { symbol, currency }),
    }),
  });
  const isSimulated = config.RATE_SOURCE.includes("simulated");
  const seed = config.SIMULATED_SEED;
  return {
    rates,
    pastPrices: isSimulated
      ? simulatedPast((symbol, currency, at) => simulatedRateAt(symbol, currency, at, seed), now)
      : sourcedPast(sources, now),
    shockPrice: isSimulated ? simulated.shock : undefined,
    playPrice: async (symbol, currency) =>
      (isSimulated
        ? await simulated.fetchRate(symbol, currency, new AbortController().signal)
        : await rates.current(symbol, currency)
      ).ask,
  };
}

/**
 * Secrets that sign CSRF tokens and links: the setting, or a secret made once and kept in the database. The first
 * signs, all count.
 */
async function appSecrets(
  config: Config,
  vault: Vault,
  parts: Parameters<typeof keptSecret>[0],
): Promise<Secrets> {
  return config.APP_SECRET ?? [await keptSecret(parts, vault, "app")];
}

/** Log lines carry no cookies, tokens or query strings. */
function createLog(config: Config, destination: DestinationStream | undefined): FastifyBaseLogger {
  return pino(
    {
      level: config.LOG_LEVEL,
      redact: ["req.headers.cookie", "req.headers.authorization", 'req.headers["x-xsrf-token"]'],
      serializers: {
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          url: request.url.split("?")[0],
        }),
        err: pino.stdSerializers.err,
      },
    },
    destination,
  );
}

const openFor = ({ DATABASE_URL, READ_DATABASE_URL: standbyUrl }: Config, existing: boolean) =>
  openDatabase(DATABASE_URL, { create: !existing, limited: !existing, standbyUrl });

/** The composition root: opens the database, brings it up to date and makes everything a use case may need. */
export async function createServices(config: Config, outside: Outside = {}): Promise<Services> {
  const clock = outside.clock ?? systemClock;
  const ids = outside.ids ?? randomIds;
  const log = createLog(config, outside.logTo);
  const existing = outside.existing ?? false;
  const database = await openFor(config, existing);
  try {
    const starting = existing ? database : patiently(database);
    await (existing ? requireUpToDate(database) : prepareDatabase(config, starting));
    // Simulated prices go on while nothing runs, and shocks end with their process: none of that is wrong.
    if (!existing && config.RATE_SOURCE.includes("simulated")) await starting.write(forgetBelievedPrices);
    const { vault, searchHashes, documents } = await openDataKeys({ config, database: starting, clock, ids });
    const { read: markets, forget: forgetMarkets } = createMarkets(database, clock);
    await markets();
    const switches = createSwitches(database, clock);
    const priced = createRates({ config, database, clock, ids, log, switches });
    const { rates, pastPrices, shockPrice } = priced;
    const secrets = await appSecrets(config, vault, { database: starting, clock, ids });
    const [secret] = secrets;
    const limitStores = await openLimitStores({ config, database, ids, log, secret });
    return {
      config,
      database,
      clock,
      ids,
      log,
      vitals: createVitals(),
      rates,
      pastPrices,
      shockPrice,
      markets,
      forgetMarkets,
      priceCharts: createPriceCharts({ database, clock }),
      portfolioBooks: createPortfolioBooks({
        database,
        clock,
        bridge: config.brand.markets.defaultPair.credit,
      }),
      switches,
      signingKeys: await loadSigningKeys(starting, vault, clock),
      securityLog: createSecurityLog(log, secret),
      sessions: createSessions(database, config, clock, ids),
      apiTokens: createApiTokens(database, config, clock),
      tokenRequests: createTokenRequests(database, ids),
      limitStores,
      loginLimiter: createLoginLimiter(limitStores.tries, clock, (email) =>
        loginUnlocks(database.read, email),
      ),
      csrf: createCsrfTokens(secrets, config.APP_ORIGIN.startsWith("https:"), ids),
      unsubscribeLinks: createUnsubscribeLinks(secrets, config.APP_ORIGIN),
      accountLimits: createAccountLimits(limitStores.tries, clock),
      costlyReads: createCostlyReads({ config, database, clock }),
      captcha: createCaptcha({ config, database, clock, ids, log, secrets }),
      vault,
      searchHashes,
      documents,
      addressCountries: config.GEOIP_DB === undefined ? undefined : openAddressCountries(config.GEOIP_DB),
      networks: openNetworks({ config, database, clock }),
      ...openVenue({ config, database, clock, ids, price: priced.playPrice }),
      screener: createScreener(database),
      identityProvider: openIdentityProvider({ config, clock, log }),
      onramp: createOnramp({ config, database, vault, clock, ids, log, rates, secret }),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
