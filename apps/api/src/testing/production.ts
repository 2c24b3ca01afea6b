import { TEST_DATA_KEYS } from "@wattle/db/testing/vault";

/** The settings that production cannot start without. */
export const PRODUCTION = {
  NODE_ENV: "production",
  APP_SECRET: "a secret of at least thirty-two characters",
  APP_ORIGIN: "https://wattle.test",
  RATE_SOURCE: "kraken",
  DATA_KEYS: TEST_DATA_KEYS,
  BACKUP_KEY: TEST_DATA_KEYS,
  MAIL_URL: "smtp://mail.wattle.test",
} as const;
