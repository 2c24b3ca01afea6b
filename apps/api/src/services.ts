import type { Switches } from "./switches/switches.ts";
import type { Markets } from "@wattle/contracts/markets";
import type { Database } from "@wattle/db/database";
import type { SearchHashes } from "@wattle/db/sealed/search-hashes";
import type { Vault } from "@wattle/db/sealed/vault";
import type { FastifyBaseLogger } from "fastify";
import type { CostlyReads } from "./limits/costly-reads.ts";
import type { AccountLimits } from "./limits/try-limiter.ts";
import type { Captcha } from "./access/captcha.ts";
import type { Networks } from "./chains/networks.ts";
import type { Clock, Ids } from "./clock.ts";
import type { Config } from "./config.ts";
import type { DocumentStore } from "./data-keys/document-store.ts";
import type { SigningKeys } from "./signed-quotes/signing-keys.ts";
import type { PriceCharts } from "./prices/price-charts.ts";
import type { PortfolioBooks } from "./portfolio-books/portfolio-books.ts";
import type { SimulatedSource } from "./prices/simulated.ts";
import type { PastPrices } from "./prices/price-recorder.ts";
import type { RateService } from "./prices/rate-service.ts";
import type { CsrfTokens } from "./access/csrf.ts";
import type { UnsubscribeLinks } from "./access/unsubscribe-links.ts";
import type { ApiTokens } from "./access/api-tokens.ts";
import type { TokenRequests } from "./access/token-requests.ts";
import type { LimitStores } from "./limits/limit-stores.ts";
import type { Onramp } from "./onramp-providers/onramp.ts";
import type { AddressCountries } from "./screening/address-countries.ts";
import type { SecurityLog } from "./security-log.ts";
import type { Screener } from "./screening/screener.ts";
import type { IdentityProvider } from "./identity-providers/provider.ts";
import type { LoginLimiter } from "./limits/login-limiter.ts";
import type { Sessions } from "./access/session.ts";
import type { PlayVenue } from "./venues/play.ts";
import type { Venue } from "./venues/venue.ts";
import type { Vitals } from "./vitals.ts";

/** Everything a use case may need, made once by the composition root and passed in. */
export interface Services {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: FastifyBaseLogger;
  readonly rates: RateService;
  /** Recorded prices as lines over time. */
  readonly priceCharts: PriceCharts;
  /** Gaps of a pair's past prices, as far as the sources know them. */
  readonly pastPrices: PastPrices;
  /** Multiplies the simulated price of a pair; undefined if prices are not simulated. */
  readonly shockPrice: SimulatedSource["shock"] | undefined;
  /** Currencies and pairs, at most a few seconds old. */
  readonly markets: () => Promise<Markets>;
  /** Currencies and pairs are read again when they are needed next: this process has changed them. */
  readonly forgetMarkets: () => void;
  /** Customers' holdings and their history, kept up with the ledger. */
  readonly portfolioBooks: PortfolioBooks;
  /** Current pauses, at most a few seconds old. */
  readonly switches: Switches;
  readonly signingKeys: SigningKeys;
  readonly securityLog: SecurityLog;
  readonly sessions: Sessions;
  readonly limitStores: LimitStores;
  readonly loginLimiter: LoginLimiter;
  readonly apiTokens: ApiTokens;
  readonly tokenRequests: TokenRequests;
  readonly csrf: CsrfTokens;
  readonly unsubscribeLinks: UnsubscribeLinks;
  readonly accountLimits: AccountLimits;
  readonly costlyReads: CostlyReads;
  readonly captcha: Captcha;
  /** Opens and seals personal details and secrets. */
  readonly vault: Vault;
  /** Keyed hashes by which the desk searches personal values. */
  readonly searchHashes: SearchHashes;
  readonly documents: DocumentStore;
  /** Undefined if staff check identities themselves. */
  readonly identityProvider: IdentityProvider | undefined;
  readonly onramp: Onramp;
  /** Compares people with the lists in use. */
  readonly screener: Screener;
  /** Undefined if there is no `GEOIP_DB`. */
  readonly addressCountries: AddressCountries | undefined;
  /** Networks of coins. One that is off is undefined. */
  readonly networks: Networks;
  /** The exchange where the house trades; undefined if it trades nowhere. */
  readonly venue: Venue | undefined;
  /** How the demo's own exchange behaves; undefined unless it is used. */
  readonly setPlayMode: PlayVenue["setMode"] | undefined;
  /** Figures of this process, for `/metrics`. */
  readonly vitals: Vitals;
}
