import type { User as UserRow } from "@wattle/db/tables";
import type { Services } from "../services.ts";

/** Where a partner's customers register; null for everyone else. */
export const partnerLink = (
  { config }: Pick<Services, "config">,
  { role, partner_hash }: Pick<UserRow, "role" | "partner_hash">,
): string | null =>
  role === "partner" && partner_hash !== null
    ? `${config.APP_ORIGIN}/register/${encodeURIComponent(partner_hash)}`
    : null;
