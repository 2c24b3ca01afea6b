import { isIP } from "node:net";
import { deviceName } from "@wattle/contracts/device-name";
import type { WriteTx } from "@wattle/db/database";
import {
  hashDevice,
  isKnownPlace,
  isKnownSomewhere,
  listKnownPlaces,
  noteKnownPlace,
} from "@wattle/db/known-devices";
import { lookAt } from "@wattle/db/monitoring";
import { isCustomer } from "@wattle/db/roles";
import type { User } from "@wattle/db/tables";
import { mailAccountLink } from "../mail/account-links.ts";
import type { Config } from "../config.ts";
import type { Call } from "../context.ts";
import { addressKey } from "../limits/address-key.ts";
import { mailTime } from "../mail/mail-time.ts";
import type { MailServices } from "../mail/queue-mail.ts";
import { newDeviceMail } from "../mail/security-mails.ts";

const COOKIE_SECONDS = 400 * 24 * 60 * 60;
const COOKIE_BYTES = 32;
/** 32 random bytes as base64url text. */
const COOKIE = /^[\w-]{43}$/;

const isSecure = ({ APP_ORIGIN }: Pick<Config, "APP_ORIGIN">): boolean => APP_ORIGIN.startsWith("https:");
const cookieName = (config: Pick<Config, "APP_ORIGIN">): string =>
  isSecure(config) ? "__Host-device" : "device";

/** The front of an address, which changes with the provider rather than with the day: of IPv4 16 bits, of IPv6 32. */
export function networkOf(ip: string): string {
  const key = addressKey(ip);
  const separator = key.includes(":") ? ":" : ".";
  return key.split(separator).slice(0, 2).join(separator);
}

/**
 * Notes the device and the network that an account is logged in from, in the transaction that does it. Its owner gets a mail
 * where either is new, apart from the very first.
 * @returns the cookie that makes the device known; none for the command line, which has no browser
 */
export async function noteDevice(
  tx: WriteTx,
  ctx: Call<keyof MailServices>,
  user: User,
): Promise<string | undefined> {
  if (isIP(ctx.ip) === 0) return undefined;
  const { services } = ctx;
  const { config, clock, ids } = services;
  const now = BigInt(clock.now());
  const given = ctx.cookie(cookieName(config));
  const cookie = given !== undefined && COOKIE.test(given) ? given : ids.token(COOKIE_BYTES);
  const device = { user_id: user.id, kind: "device", mark: hashDevice(cookie), seen_at: now } as const;
  const network = { user_id: user.id, kind: "network", mark: networkOf(ctx.ip), seen_at: now } as const;
  const known = await listKnownPlaces(tx, user.id);
  await noteKnownPlace(tx, device);
  await noteKnownPlace(tx, network);
  // The first device of all is new to no one, but others may have it.
  if (isCustomer(user) && !isKnownPlace(known, device)) {
    const kind = isKnownSomewhere(known) ? "device" : "look";
    await lookAt(tx, { user_id: user.id, kind, about: device.mark, created_at: now });
  }
  if (isKnownSomewhere(known) && !(isKnownPlace(known, device) && isKnownPlace(known, network))) {
    await mailAccountLink(tx, services, user, {
      kind: "not-me",
      about: device.mark,
      mail: (url) =>
        newDeviceMail(user.first_name, {
          device: deviceName(ctx.userAgent),
          ip: ctx.ip,
          at: mailTime(now, config.TIME_ZONE),
          url,
          holdsWithdrawals: isCustomer(user),
        }),
    });
  }
  const secure = isSecure(config) ? "; Secure" : "";
  return `${cookieName(config)}=${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${COOKIE_SECONDS}${secure}`;
}
