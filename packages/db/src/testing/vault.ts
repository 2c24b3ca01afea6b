import { parseDataKeys } from "../sealed/data-key.ts";
import { Vault } from "../sealed/vault.ts";

/** `DATA_KEYS` of tests. */
export const TEST_DATA_KEYS = `test:${Buffer.alloc(32, 7).toString("base64")}`;

/** Vault that seals and opens by `TEST_DATA_KEYS`. */
export const testVault = new Vault(parseDataKeys(TEST_DATA_KEYS));
