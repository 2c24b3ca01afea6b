/** Checked by the compiler, never run: each line below an expectation must not compile. */
import { updateUser } from "./accounts.ts";
import { keepPersonalHashes } from "./personal-hashes.ts";
import type { Tables, User } from "./tables.ts";
import type { WriteTx } from "./handles/handles.ts";
import type { SEALED_COLUMNS, Sealed, SealedColumn } from "./sealed/sealed-columns.ts";
import type { Vault } from "./sealed/vault.ts";

export async function columns(tx: WriteTx, vault: Vault, user: User): Promise<void> {
  await updateUser(tx, "id", { phone: vault.seal("users.phone", "id", "+61412345678") });
  const plain: string | null = vault.open("users.phone", user.id, user.phone);

  // @ts-expect-error a plain text is not written into a sealed column
  await updateUser(tx, "id", { phone: plain });
  // @ts-expect-error nor what was sealed for another
  await updateUser(tx, "id", { phone: vault.seal("users.middle_name", "id", "Ann") });
  // @ts-expect-error what is read is not the plain text
  const read: string | null = user.phone;
  // @ts-expect-error it opens as what it is only
  vault.open("users.middle_name", user.id, user.phone);
  // @ts-expect-error and only if it is in the list of sealed columns
  vault.seal("users.email", "id", "mary@example.com");
  // @ts-expect-error a hash is made with the installation's secret, not written down
  await keepPersonalHashes(tx, "id", { phone: ["00"] });
  void read;
}

/** The table, the column and the column of the row that each name in `SEALED_COLUMNS` speaks of. */
type Mistyped = {
  [C in SealedColumn]: C extends `${infer T extends keyof Tables}.${infer N}`
    ? N extends keyof Tables[T]
      ? (typeof SEALED_COLUMNS)[C] extends keyof Tables[T]
        ? Exclude<Tables[T][N], null | ""> extends Sealed<C>
          ? never
          : C
        : C
      : C
    : C;
}[SealedColumn];
/** Each sealed column is typed so in `tables.ts`, and its row is named by a column of its table. */
export const noneMistyped: Mistyped extends never ? true : Mistyped = true;
