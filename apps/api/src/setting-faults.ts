import { DATA_KEYS_TAKES, type Environment } from "./settings.ts";

const isInvented = ({ RATE_SOURCE }: Environment): boolean => RATE_SOURCE.includes("simulated");

/**
 * Settings that production refuses: invented prices, and mail that is kept instead of sent.
 * @param given the variables as they were set
 * @returns a line for each such setting
 */
function madeUp(settings: Environment, given: Readonly<Record<string, string | undefined>>): string[] {
  if (settings.NODE_ENV !== "production") return [];
  const got = (name: string, fallback: string): string =>
    given[name] === undefined ? `nothing, which means "${fallback}"` : JSON.stringify(given[name]);
  return [
    ...(isInvented(settings)
      ? [
          `RATE_SOURCE: got ${got("RATE_SOURCE", "simulated")}; takes convert, kraken or both when NODE_ENV is production`,
        ]
      : []),
    ...(["BITCOIN_NODE", "ETHEREUM_NODES"] as const).flatMap((name) =>
      settings[name] === "play"
        ? [`${name}: got ${got(name, "")}; takes nodes of a chain when NODE_ENV is production`]
        : [],
    ),
    ...(settings.BITCOIN_CHAIN === "regtest"
      ? [
          `BITCOIN_CHAIN: got ${got("BITCOIN_CHAIN", "main")}; takes main, test or signet when NODE_ENV is production`,
        ]
      : []),
    ...(settings.VENUES === "play"
      ? [`VENUES: got ${got("VENUES", "")}; takes kraken or nothing when NODE_ENV is production`]
      : []),
    ...(settings.KRAKEN_API_URL.startsWith("http:")
      ? ["KRAKEN_API_URL: got an http address; takes an https address when NODE_ENV is production"]
      : []),
    ...(settings.SUMSUB_API_URL.startsWith("http:")
      ? ["SUMSUB_API_URL: got an http address; takes an https address when NODE_ENV is production"]
      : []),
    ...(settings.SUMSUB_APP_TOKEN?.startsWith("sbx:") === true
      ? ["SUMSUB_APP_TOKEN: got a token of the sandbox; takes one of production when NODE_ENV is production"]
      : []),
    ...(settings.MAIL_URL === "outbox:"
      ? [`MAIL_URL: got ${got("MAIL_URL", "outbox:")}; takes smtp://… when NODE_ENV is production`]
      : []),
  ];
}

/**
 * A role that changes tables is PostgreSQL's, metrics are not for the public, and no one trades real money at invented prices.
 * @returns a line for each that is where it must not be
 */
function misplaced(settings: Environment): string[] {
  const { DATABASE_URL, MIGRATION_DATABASE_URL, READ_DATABASE_URL, METRICS_PORT, PORT, VENUES, NODE_ENV } =
    settings;
  return [
    ...(VENUES === "kraken" && NODE_ENV !== "production" && isInvented(settings)
      ? ["RATE_SOURCE: got simulated; takes convert, kraken or both when VENUES is kraken"]
      : []),
    ...(MIGRATION_DATABASE_URL !== undefined && DATABASE_URL.startsWith("sqlite:")
      ? ["MIGRATION_DATABASE_URL: got a role for SQLite; takes nothing unless DATABASE_URL is postgres://…"]
      : []),
    ...(READ_DATABASE_URL !== undefined && DATABASE_URL.startsWith("sqlite:")
      ? ["READ_DATABASE_URL: got a standby for SQLite; takes nothing unless DATABASE_URL is postgres://…"]
      : []),
    ...(METRICS_PORT !== undefined && METRICS_PORT === PORT && PORT !== 0
      ? [`METRICS_PORT: got ${METRICS_PORT}, which is PORT; takes another one, for metrics are not public`]
      : []),
  ];
}

/** Whether a setting is without a value, or a list or record of none. */
const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

/**
 * Settings that others make necessary.
 * @returns a line for each such setting that has no value
 */
function missing(settings: Environment): string[] {
  type Needed = readonly [name: keyof Environment, takes: string];
  const groups: ReadonlyArray<readonly [isWanted: boolean, when: string, needed: readonly Needed[]]> = [
    [
      settings.NODE_ENV === "production",
      "NODE_ENV is production",
      [
        ["APP_SECRET", "at least 32 characters"],
        ["APP_ORIGIN", "the public origin"],
        ["DATA_KEYS", DATA_KEYS_TAKES],
      ],
    ],
    [
      settings.RATE_SOURCE.includes("convert"),
      "RATE_SOURCE has convert",
      [["CONVERT_ACCESS_KEY", "the access key"]],
    ],
    [
      settings.CAPTCHA_PROVIDER === "recaptcha",
      "CAPTCHA_PROVIDER is recaptcha",
      [
        ["RECAPTCHA_SITE_KEY", "the site key"],
        ["RECAPTCHA_SECRET_KEY", "the secret key"],
      ],
    ],
    [
      settings.VENUES === "kraken",
      "VENUES is kraken",
      [
        ["KRAKEN_API_KEY", "the API key"],
        ["KRAKEN_API_SECRET", "the API secret"],
      ],
    ],
    [
      settings.IDENTITY_PROVIDER === "sumsub",
      "IDENTITY_PROVIDER is sumsub",
      [
        ["SUMSUB_APP_TOKEN", "the app token"],
        ["SUMSUB_SECRET_KEY", "the app token's secret key"],
        ["SUMSUB_WEBHOOK_SECRET", "the webhook's secret key"],
        ["SUMSUB_LEVEL", "the name of a verification level"],
      ],
    ],
    [
      settings.ONRAMP_PROVIDER === "transak",
      "ONRAMP_PROVIDER is transak",
      [
        ["TRANSAK_API_KEY", "the API key"],
        ["TRANSAK_API_SECRET", "the API secret"],
        ["TRANSAK_WALLETS", "where bought coins are delivered, such as BTC:bc1q…,ETH:0x…,"],
      ],
    ],
  ];
  return groups.flatMap(([isWanted, when, needed]) =>
    needed
      .filter(([name]) => isWanted && isEmpty(settings[name]))
      .map(([name, takes]) => `${name}: got nothing; takes ${takes} when ${when}`),
  );
}

/** Settings that do not go together. @param given the variables as they were set @returns a line for each fault */
export const settingFaults = (
  settings: Environment,
  given: Readonly<Record<string, string | undefined>>,
): string[] => [...missing(settings), ...madeUp(settings, given), ...misplaced(settings)];
