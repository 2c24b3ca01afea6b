import { APP_LIMITS, type AppInput, type AppItem } from "@wattle/contracts/apps";
import { DomainError } from "@wattle/contracts/errors";
import { looksOf } from "@wattle/contracts/name-scripts";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { deleteApp, insertApp, listApps } from "@wattle/db/apps";
import type { App } from "@wattle/db/tables";
import { revokeTokensOfApp } from "@wattle/db/tokens";
import type { SignedInUser } from "../access/admission.ts";
import { textsOf } from "../access/api-tokens.ts";
import { isoTime } from "../clock.ts";
import type { Call } from "../context.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { appRegisteredMail } from "../mail/token-mails.ts";
import { lockSignedIn } from "../sessions/lock-signed-in.ts";
import { tokensUrl } from "./create-token.ts";

export const appItemOf = (row: App): AppItem => ({
  id: row.id,
  name: row.name,
  redirects: textsOf(row.redirects),
  addresses: textsOf(row.addresses),
  created_at: isoTime(row.created_at),
});

/** The looks of a name: without its marks, spaces and signs, and with Latin letters for those that look like them. */
const plain = (text: string): string =>
  looksOf(text.normalize("NFKD").replaceAll(/\p{M}/gu, "")).replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * Registers an app of the customer's. It has no secret: its users prove each request by PKCE.
 * @throws DomainError `validation_failed` at `name` if it has the installation's name in it, or there are as many as may be
 */
export async function registerApp(
  ctx: Call<keyof MailServices | "database" | "securityLog">,
  user: SignedInUser,
  input: AppInput,
): Promise<AppItem> {
  const { services } = ctx;
  const { config, clock, database, ids, securityLog } = services;
  if (plain(input.name).includes(plain(config.brand.name))) {
    throw DomainError.at("name", "validation_failed", OWN_MESSAGES.ourNameInApp);
  }
  const row: App = {
    id: ids.uuid(),
    user_id: user.id,
    name: input.name,
    redirects: JSON.stringify(input.redirects),
    addresses: JSON.stringify(input.addresses),
    created_at: BigInt(clock.now()),
  };
  await database.write(async (tx) => {
    await lockSignedIn(tx, ctx, user.id);
    if ((await listApps(tx, user.id)).length >= APP_LIMITS.apps) {
      throw DomainError.at("name", "validation_failed", OWN_MESSAGES.tooManyApps);
    }
    await insertApp(tx, row);
    const mail = appRegisteredMail(user.first_name, row.name, tokensUrl(services));
    await queueMail(tx, services, { to: user.email, mail });
  });
  securityLog.note(ctx, "app-registered", { account: user.id }, { app: row.id, name: row.name });
  return appItemOf(row);
}

/**
 * Removes one of the customer's apps, and revokes every token that it was given.
 * @throws DomainError `not_found`
 */
export async function removeApp(
  ctx: Call<"clock" | "database" | "securityLog">,
  user: SignedInUser,
  id: string,
): Promise<void> {
  const { clock, database, securityLog } = ctx.services;
  const revoked = await database.write(async (tx) => {
    if ((await deleteApp(tx, user.id, id)) === undefined) throw new DomainError("not_found");
    return revokeTokensOfApp(tx, id, BigInt(clock.now()));
  });
  securityLog.note(ctx, "app-removed", { account: user.id }, { app: id, tokens: revoked.length });
}
