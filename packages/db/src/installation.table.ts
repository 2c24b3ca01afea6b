import type { Selectable } from "kysely";
import type { Epoch, Flag, JsonText } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

interface AppSecretsTable {
  name: string;
  value: Sealed<"app_secrets.value">;
  created_at: Epoch;
}

export const appSecrets = apart<AppSecretsTable>("the installation's keys");

interface SigningKeysTable {
  kid: string;
  public_jwk: JsonText;
  private_pkcs8: Sealed<"signing_keys.private_pkcs8">;
  created_at: Epoch;
  retired_at: Epoch | null;
}

export const signingKeys = apart<SigningKeysTable>("the installation's keys");

export type SigningKey = Selectable<SigningKeysTable>;

interface DataKeysTable {
  /** The id that `DATA_KEYS` has. */
  id: string;
  /** A fixed text, sealed with the key: shows whether another key has the same id. */
  proof: string;
  added_at: Epoch;
}

export const dataKeys = apart<DataKeysTable>("the installation's keys");

/** Features that staff, or the system, can pause. */
interface SwitchesTable {
  /** `trading` and the like, or a market: `pair:BTC/AUD`. */
  what: string;
  paused: Flag;
  /** Message to customers while it is paused. */
  message: string | null;
  /** Why the system paused it. */
  reason: string | null;
  set_by: string;
  set_at: Epoch;
}

export const switches = apart<SwitchesTable>("what is paused for all");

export type SwitchRow = Selectable<SwitchesTable>;

interface LimitTriesTable {
  id: string;
  key: string;
  tried_at: Epoch;
  expires_at: Epoch;
}

export const limitTries = apart<LimitTriesTable>("counts tries under hashes, for hours");

interface LimitCountsTable {
  key: string;
  count: bigint;
  ends_at: Epoch;
}

export const limitCounts = apart<LimitCountsTable>("counts requests under hashes, for minutes");

interface SpentCaptchasTable {
  id: string;
  expires_at: Epoch;
}

export const spentCaptchas = apart<SpentCaptchasTable>("random numbers, for minutes");

/**
 * `readiness` is written only to see whether the database can still write. `history` is when a process last looked for a standby, in
 * microseconds: a copy of the database that lives on by itself has another one.
 */
interface WriteProbesTable {
  name: string;
  written_at: Epoch;
}

export const writeProbes = apart<WriteProbesTable>("the program's own");

interface SchemaMigrationsTable {
  name: string;
}

export const schemaMigrations = apart<SchemaMigrationsTable>("the program's own");
