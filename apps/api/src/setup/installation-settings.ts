import path from "node:path";
import { newDataKeyText } from "@wattle/db/sealed/data-key";
import type { RolePlan } from "@wattle/db/make-roles";
import { z } from "zod";
import { randomIds } from "../clock.ts";
import type { Answers } from "./questions.ts";

export type Variables = Readonly<Record<string, string>>;

/** Folder and port of an installation. */
export interface Place {
  readonly folder: string;
  readonly port: number;
}

const newPassword = (): string => randomIds.token(24);

const passwordIn = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? decodeURIComponent(new URL(url).password) || undefined : undefined;

/** Roles and database of an installation; their passwords are those of its settings, if it has some. */
export function rolePlan(database: string, kept: Variables): RolePlan | undefined {
  if (database === "sqlite") return undefined;
  const name = new URL(database).pathname.slice(1);
  return {
    database: name,
    owner: { name, password: passwordIn(kept["MIGRATION_DATABASE_URL"]) ?? newPassword() },
    running: { name: `${name}_app`, password: passwordIn(kept["DATABASE_URL"]) ?? newPassword() },
  };
}

function urlOf(database: string, { name, password }: RolePlan["owner"]): string {
  const url = new URL(database);
  [url.username, url.password] = [name, password];
  return url.href;
}

function databaseSettings(database: string, plan: RolePlan | undefined, folder: string): Variables {
  if (plan === undefined) return { DATABASE_URL: `sqlite:${path.join(folder, "data/wattle.db")}` };
  return {
    DATABASE_URL: urlOf(database, plan.running),
    MIGRATION_DATABASE_URL: urlOf(database, plan.owner),
  };
}

/** The settings that answers make. Keys, and settings that no question asks for, stay as they were. */
export function settingsOf(
  { address, database, mail, prices }: Answers,
  { folder, port }: Place,
  kept: Variables,
  plan: RolePlan | undefined,
): Variables {
  return {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    APP_SECRET: randomIds.token(32),
    DATA_KEYS: newDataKeyText(),
    BACKUP_KEY: newDataKeyText(),
    // A proxy with TLS is in front.
    TRUST_PROXY: "1",
    UPLOAD_DIR: path.join(folder, "data/uploads"),
    ...kept,
    PORT: String(port),
    APP_ORIGIN: address,
    ...databaseSettings(database, plan, folder),
    MAIL_URL: mail,
    RATE_SOURCE: prices.sources,
    ...(prices.key !== undefined && { CONVERT_ACCESS_KEY: prices.key }),
    BRAND_FILE: path.join(folder, "brand.json"),
  };
}

/** Mail to the site's host; to the admin if that is no domain for mail, such as `localhost` or an IP address. */
function supportEmail(hostname: string, admin: string): string {
  const email = `support@${hostname}`;
  return z.email().safeParse(email).success ? email : admin;
}

/** The brand file's first content; the firm adds to it (docs/brand.md). */
export function brandOf({ name, address, legalEntity, currencies, admin }: Answers): object {
  const { hostname } = new URL(address);
  const [homeCurrency = ""] = currencies.fiat;
  const [credit = ""] = currencies.coins;
  return {
    name,
    domain: hostname,
    supportEmail: supportEmail(hostname, admin),
    legalEntity,
    markets: { homeCurrency, defaultPair: { credit, debit: homeCurrency }, coins: currencies.coins },
  };
}

/** In quotes, in which neither systemd nor Node finds a sign of its own. @throws RangeError */
function quoted(name: string, value: string): string {
  if (/['\n]/.test(value))
    throw new RangeError(`${name}: takes no ' and no line break; write %27 in an address`);
  return `${name}='${value}'`;
}

/** Settings as a file that systemd and Node read alike. @throws RangeError */
export const settingsText = (variables: Variables): string =>
  [
    "# Settings of this installation: .env.example says what there is. Keep a copy of DATA_KEYS and BACKUP_KEY where no backup is.",
    // Sorted, as the settings of the last time are once they are read.
    ...Object.entries(variables)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => quoted(name, value)),
    "",
  ].join("\n");
