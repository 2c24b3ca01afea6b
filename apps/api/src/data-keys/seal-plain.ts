import type { IdentityDraft } from "@wattle/contracts/identity";
import { findBankAccountForBackOffice } from "@wattle/db/bank-accounts";
import type { Database, WriteTx } from "@wattle/db/database";
import { findIdentity } from "@wattle/db/identity";
import { addPersonalHashes, keepPersonalHashes } from "@wattle/db/personal-hashes";
import { resealColumn } from "@wattle/db/data-keys/reseal";
import { SEALED_COLUMN_NAMES, type SealedColumn } from "@wattle/db/sealed/sealed-columns";
import type { SearchHashes } from "@wattle/db/sealed/search-hashes";
import { listUnsealed, markSealed } from "@wattle/db/data-keys/unsealed";
import type { Vault } from "@wattle/db/sealed/vault";
import { hashesOfForm } from "./hashes-of-form.ts";

interface Parts {
  readonly database: Database;
  readonly vault: Vault;
  readonly searchHashes: SearchHashes;
}

type OnPlain = (tx: WriteTx, row: string, plain: string) => Promise<void>;

/** Keeps the hashes of what was stored before there were any. */
function hashKeepers({ vault, searchHashes }: Parts): Partial<Record<SealedColumn, OnPlain>> {
  return {
    "users.phone": (tx, userId, phone) =>
      keepPersonalHashes(tx, userId, { phone: searchHashes.list("phone", phone) }),
    "identities.form": async (tx, userId, form) => {
      if ((await findIdentity(tx, userId))?.submitted_at == null) return;
      await keepPersonalHashes(tx, userId, hashesOfForm(searchHashes, JSON.parse(form) as IdentityDraft));
    },
    // The columns of a bank account before this one are sealed by now.
    "bank_accounts.account_number": async (tx, id, accountNumber) => {
      const row = await findBankAccountForBackOffice(tx, id);
      if (row === undefined) return;
      const branch =
        vault.open("bank_accounts.bsb", id, row.bsb) ??
        vault.open("bank_accounts.bank_code", id, row.bank_code);
      const hashes = searchHashes.list("bank_account", `${branch ?? ""}${accountNumber}`);
      await addPersonalHashes(tx, row.user_id, "bank_account", hashes);
    },
  };
}

/**
 * Seals what an older release stored plain, before anything reads it: the server starts with every column sealed.
 * An interrupted start goes on where it was. Documents are left to `sealDocuments`, which runs next to the requests.
 */
export async function sealPlainColumns(parts: Parts): Promise<void> {
  const { database, vault } = parts;
  const unsealed = new Set(await listUnsealed(database.read));
  const columns = SEALED_COLUMN_NAMES.filter((column) => unsealed.has(column));
  if (columns.length === 0) return;
  const keepers = hashKeepers(parts);
  for (const column of columns) {
    await resealColumn(database, vault, column, { takesPlain: true, onPlain: keepers[column] });
  }
  await database.compact();
  await database.write(async (tx) => {
    for (const column of columns) await markSealed(tx, column);
  });
}
