import type { Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { INNER, LOGIN, SECRET } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

/** An account's authenticator app; one at most. */
interface SecondFactorsTable {
  user_id: string;
  secret: Sealed<"second_factors.secret">;
  created_at: Epoch;
  /** Null until a first code has shown that the app knows the secret: it does not count before. */
  confirmed_at: Epoch | null;
  /** The time step of the newest code that was used: neither it nor an older one counts again. */
  last_step: bigint;
  /** Wrong codes since the last right one, or since the factor was last locked. */
  failures: bigint;
  locked_until: Epoch | null;
}

export const secondFactors = table<SecondFactorsTable>({
  whose: own,
  key: ["user_id"],
  copy: { file: "two-step-login", about: "Your authenticator app" },
  erasure: { removed: "at once", why: LOGIN },
  columns: {
    user_id: INNER,
    secret: SECRET,
    created_at: "time",
    confirmed_at: "time",
    last_step: SECRET,
    failures: "count",
    locked_until: "time",
  },
});

export type SecondFactor = Selectable<SecondFactorsTable>;

/** Recovery codes that were not used; using one removes it. */
interface RecoveryCodesTable {
  user_id: string;
  /** SHA-256 (hex); the code itself is shown once and never stored. */
  code_hash: string;
}

export const recoveryCodes = table<RecoveryCodesTable>({
  whose: own,
  key: ["user_id", "code_hash"],
  copy: "hashes of secrets",
  erasure: { removed: "at once", why: LOGIN },
});
