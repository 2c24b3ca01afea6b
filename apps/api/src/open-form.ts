import type { IdentityDraft } from "@wattle/contracts/identity";
import type { Vault } from "@wattle/db/sealed/vault";
import type { Identity } from "@wattle/db/tables";

/** A customer's identity form as it was kept; nothing without one. @param sealed the column `identities.form` */
export const openForm = (
  vault: Vault,
  userId: string,
  sealed: Identity["form"] | null | undefined,
): IdentityDraft =>
  sealed == null ? {} : (JSON.parse(vault.open("identities.form", userId, sealed)) as IdentityDraft);
