import { isPartner } from "@wattle/db/roles";
import type { User as UserRow } from "@wattle/db/tables";
import type { Services } from "../services.ts";

/** Registration link of a partner; null for everyone else. */
export const partnerLink = (
  { config }: Pick<Services, "config">,
  user: Pick<UserRow, "roles" | "partner_hash">,
): string | null =>
  isPartner(user) && user.partner_hash !== null
    ? `${config.APP_ORIGIN}/register/${encodeURIComponent(user.partner_hash)}`
    : null;
