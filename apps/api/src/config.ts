import { readBrand, readOwnTexts, type OwnBrand } from "./brand-file.ts";
import { ConfigError } from "./config-error.ts";
import type { VenueName } from "@wattle/contracts/hedging";
import type { LegalTexts } from "./legal-files.ts";
import { settingFaults } from "./setting-faults.ts";
import { environment, type Environment } from "./settings.ts";

export interface Config
  extends
    OwnBrand,
    Omit<
      Environment,
      | "DEMO"
      | "APP_ORIGIN"
      | "BITCOIN_NODE"
      | "BRAND_FILE"
      | "ETHEREUM_NODES"
      | "LOG_LEVEL"
      | "STAFF_SECOND_FACTOR"
      | "STOP_DELAY"
      | "VENUES"
      | "WEBHOOK_PRIVATE_ADDRESSES"
    > {
  readonly LOG_LEVEL: NonNullable<Environment["LOG_LEVEL"]>;
  readonly DEMO: boolean;
  /** Seconds for which a process that was asked to stop goes on serving, so that a balancer sees that it is not ready. */
  readonly STOP_DELAY: number;
  /** Whether events may be sent to addresses that are not on the internet. */
  readonly WEBHOOK_PRIVATE_ADDRESSES: boolean;
  /** Whether staff do anything before they have proved a second factor. */
  readonly STAFF_SECOND_FACTOR: "required" | "optional";
  readonly APP_ORIGIN: string;
  /** The chain of a demo, or addresses of nodes; none if Bitcoin is off. */
  readonly BITCOIN_NODE: "play" | readonly string[];
  /** The same for Ethereum. */
  readonly ETHEREUM_NODES: "play" | readonly string[];
  /** The exchange where the house trades; undefined if it trades nowhere. */
  readonly VENUES: VenueName | undefined;
  /** The operator's own legal texts, next to the brand's file. */
  readonly legalTexts: LegalTexts;
}

const SECRET_NAMES = /SECRET|TOKEN|KEY|URL$|_NODES?$/;

function settingText(name: string, value: string | undefined): string {
  if (value === undefined) return "nothing";
  return SECRET_NAMES.test(name) ? `${value.length} characters` : JSON.stringify(value);
}

/** A chain on which no coin is worth anything, as developers' nodes name it. */
const PLAY_CHAIN_ID = 31_337;

/** A demo has chains of its own unless nodes are given; production has none unless they are. */
function chainsOf(
  { BITCOIN_NODE, BITCOIN_CHAIN, ETHEREUM_NODES, ETHEREUM_CHAIN_ID, NODE_ENV }: Environment,
  demo: boolean,
): Pick<Config, "BITCOIN_NODE" | "BITCOIN_CHAIN" | "ETHEREUM_NODES" | "ETHEREUM_CHAIN_ID"> {
  const unset: Config["BITCOIN_NODE"] = demo && NODE_ENV !== "production" ? "play" : [];
  const [bitcoin, ethereum] = [BITCOIN_NODE ?? unset, ETHEREUM_NODES ?? unset];
  return {
    BITCOIN_NODE: bitcoin,
    BITCOIN_CHAIN: bitcoin === "play" ? "regtest" : BITCOIN_CHAIN,
    ETHEREUM_NODES: ethereum,
    ETHEREUM_CHAIN_ID: ethereum === "play" ? PLAY_CHAIN_ID : ETHEREUM_CHAIN_ID,
  };
}

/**
 * Reads all settings, once. An empty variable counts as one that is not set.
 * @throws ConfigError naming each wrong variable, what it got and what it takes
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `${name}: got ${settingText(name, variables[name])}; takes ${issue.message}`;
    });
    throw new ConfigError([...new Set(lines)].join("\n"));
  }
  const { BRAND_FILE, ...settings } = parsed.data;
  const demo = settings.DEMO ?? settings.NODE_ENV !== "production";
  const chains = chainsOf(settings, demo);
  const faults = settingFaults(parsed.data, given);
  for (const name of ["BITCOIN_NODE", "ETHEREUM_NODES"] as const)
    if (chains[name] === "play" && !demo)
      faults.push(`${name}: got play; takes nodes of a chain unless DEMO is true`);
  const venue = settings.VENUES ?? (demo && settings.NODE_ENV !== "production" ? "play" : undefined);
  if (venue === "play" && !demo) faults.push("VENUES: got play; takes kraken or nothing unless DEMO is true");
  if (venue === "kraken" && demo) faults.push("VENUES: got kraken; takes play or nothing if DEMO is true");
  if (faults.length > 0) throw new ConfigError(faults.join("\n"));
  return {
    ...settings,
    ...chains,
    DEMO: demo,
    VENUES: venue,
    // On SQLite no other process could take over.
    STOP_DELAY: settings.STOP_DELAY ?? (settings.DATABASE_URL.startsWith("sqlite:") ? 0 : 3),
    WEBHOOK_PRIVATE_ADDRESSES: settings.WEBHOOK_PRIVATE_ADDRESSES ?? demo,
    STAFF_SECOND_FACTOR:
      settings.STAFF_SECOND_FACTOR ?? (settings.NODE_ENV === "production" ? "required" : "optional"),
    // Logins and requests are logged in production, and are noise on a developer's screen.
    LOG_LEVEL: settings.LOG_LEVEL ?? (settings.NODE_ENV === "production" ? "info" : "warn"),
    APP_ORIGIN: settings.APP_ORIGIN ?? `http://localhost:${settings.PORT}`,
    ...readBrand(BRAND_FILE, { isDemo: demo }),
    legalTexts: readOwnTexts(BRAND_FILE),
  };
}
