import { DEFAULT_BRAND, DEFAULT_DESCRIPTION } from "@wattle/contracts/brand";
import { LEGAL_NAMES, LEGAL_PAGES } from "@wattle/contracts/legal-text";
import type { Config } from "../../config.ts";
import { isLoopback } from "../../loopback.ts";
import type { Services } from "../../services.ts";

/** The operator's name on the home page. */
const OPERATOR = ["legalEntity", "registration", "address"] as const;

export const APPROVALS_OFF = "APPROVALS is off: no act of staff needs a second person";

/** Facts that only the firm can say about itself, and has not. */
export function brandWarnings({ brand, legalTexts }: Pick<Config, "brand" | "legalTexts">): string[] {
  const unsaid = OPERATOR.filter((key) => brand[key] === DEFAULT_BRAND[key]);
  const drafts = LEGAL_NAMES.filter((name) => legalTexts[name] === undefined);
  return [
    ...(unsaid.length > 0
      ? [`BRAND_FILE is without ${unsaid.join(", ")}: the home page does not say who runs the site`]
      : []),
    ...(brand.regulatorLine === "" || brand.regulatorLine === DEFAULT_DESCRIPTION
      ? ["BRAND_FILE is without regulatorLine: pages cannot say who regulates you"]
      : []),
    ...drafts.map(
      (name) =>
        `BRAND_FILE is without ${name}.md next to it: ${LEGAL_PAGES[name].path} is the product's draft`,
    ),
  ];
}

/**
 * Settings that production allows and hardly ever should have, so that they were likely left over from a trial.
 * @returns a line for each such setting, the setting's name first
 */
export function settingWarnings(config: Config): string[] {
  const origin = new URL(config.APP_ORIGIN);
  const isPlain = origin.protocol === "http:" && !isLoopback(origin.hostname);
  return [
    ...(config.DEMO
      ? ["DEMO is true: everyone knows the demo accounts' password, and /dev/mail shows every mail"]
      : []),
    ...(config.CAPTCHA_PROVIDER === "none"
      ? ["CAPTCHA_PROVIDER is none: programs can sign up, guess passwords and write to support"]
      : []),
    ...(config.STAFF_SECOND_FACTOR === "optional"
      ? ["STAFF_SECOND_FACTOR is optional: the password of one member of staff opens the back office"]
      : []),
    ...(config.BACKUP_KEY === undefined
      ? ["BACKUP_KEY is missing: anyone who gets hold of a backup reads the names and balances in it"]
      : []),
    ...(isPlain
      ? [`APP_ORIGIN is ${config.APP_ORIGIN}: without https, sessions and passwords can be read on their way`]
      : []),
    ...(config.DATABASE_URL.startsWith("postgres") && config.MIGRATION_DATABASE_URL === undefined
      ? [
          "MIGRATION_DATABASE_URL is not set: the program's own role owns the books, and can take off what protects them",
        ]
      : []),
  ];
}

/** Lines for what the firm has not said of itself, and for its settings; none outside production. */
export const productionWarnings = (config: Config): string[] =>
  config.NODE_ENV === "production" ? [...brandWarnings(config), ...settingWarnings(config)] : [];

/** Warns of them in the log, a line each, at every start; and that one person is enough for everything, wherever it is so. */
export function warnOfProduction({ config, log }: Pick<Services, "config" | "log">): void {
  for (const line of productionWarnings(config)) log.warn(line);
  if (config.APPROVALS === "off") log.warn(APPROVALS_OFF);
}
