import type { UserStatus } from "@wattle/contracts/accounts";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import { sql, type Generated, type Insertable, type Selectable, type Updateable } from "kysely";
import { closedAddress } from "./columns/closed-address.ts";
import type { Epoch, Flag, JsonText } from "./columns/column-types.ts";
import { INNER, NAMES_NO_ONE, OTHERS, SECRET, STAFF, STATE, WHEN, gone } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

interface UsersTable {
  id: string;
  /** Lower case, always; unique. */
  email: string;
  password_hash: string;
  first_name: string;
  middle_name: Sealed<"users.middle_name"> | null;
  last_name: string;
  phone: Sealed<"users.phone"> | null;
  status: UserStatus;
  /** Why the identity was rejected, as the customer reads it. */
  status_reason: string | null;
  /** ISO 3166 two-letter code. */
  default_country: string;
  email_verified_at: Epoch | null;
  /** JSON array of role names: a customer's one, or those of staff; empty for former staff. */
  roles: JsonText;
  /** JSON array of permission names. */
  permissions: JsonText;
  /** The hash in a partner's link; only partners have one. */
  partner_hash: string | null;
  /** The partner whose link brought this customer. */
  referred_by: string | null;
  /** The hash of that link as it was given at registration, kept also when it named no partner. */
  referral_hash: string | null;
  utm: JsonText | null;
  password_changed_at: Epoch | null;
  /** Until when no withdrawal is requested or paid; null once a sweep has seen that it is over. */
  withdrawals_held_until: Generated<Epoch | null>;
  /** When the owner has thrown everyone out, until the owner sets a new password. */
  doors_closed_at: Generated<Epoch | null>;
  /** 1n if the password logs in without a passkey that the account has: its owner's choice. */
  password_alone: Generated<bigint>;
  /** From when on coins may be sent to wallets; null while the owner has not turned that on. */
  coins_sent_from: Generated<Epoch | null>;
  /** How often staff have forgiven the failed logins of this account: failures from before count no more. */
  login_unlocks: Generated<bigint>;
  created_at: Epoch;
  /** The status before the account was blocked; null while it is not. */
  status_before_block: UserStatus | null;
  /** Why the account is blocked, only for staff; null while it is not. */
  block_reason: InternalNote | null;
  /** JSON array of what staff keep the customer from; only `holds.ts` writes it. */
  on_hold: Generated<JsonText>;
  /** 1 where their exchanges have events: from when they first ask for events or have them sent. */
  follows_events: Generated<bigint>;
  /** JSON array of the kinds of optional email that the customer wants none of. */
  emails_off: Generated<JsonText>;
  /** 1n for an account that demo data made: its password is public. */
  is_demo: Generated<Flag>;
}

export const users = table<UsersTable>({
  whose: ({ id }) => sql`id = ${id}`,
  key: ["id"],
  copy: { file: "profile", about: "Who you are to us, and your settings" },
  erasure: { by: "column" },
  columns: {
    id: ["text", NAMES_NO_ONE],
    email: ["text", { at: "at once", makes: ({ id }) => closedAddress(id) }],
    password_hash: [SECRET, { at: "at once", becomes: "" }],
    first_name: ["text", gone("")],
    middle_name: ["sealed", gone(null)],
    last_name: ["text", gone("")],
    phone: ["sealed", gone(null)],
    status: ["text", STATE],
    status_reason: ["text", gone(null)],
    default_country: ["text", { kept: "a country alone names no one; reports count by it" }],
    email_verified_at: ["time", { at: "at once", becomes: null }],
    roles: ["json", STATE],
    permissions: ["json", STATE],
    partner_hash: ["text", { at: "at once", becomes: null }],
    referred_by: [OTHERS, { at: "at once", becomes: null }],
    referral_hash: ["text", { at: "at once", becomes: null }],
    utm: ["json", { at: "at once", becomes: null }],
    password_changed_at: ["time", WHEN],
    withdrawals_held_until: ["time", STATE],
    doors_closed_at: ["time", WHEN],
    password_alone: ["flag", STATE],
    coins_sent_from: ["time", STATE],
    login_unlocks: ["count", STATE],
    created_at: ["time", WHEN],
    status_before_block: [STAFF, STATE],
    block_reason: [STAFF, gone(null)],
    on_hold: [STAFF, STATE],
    follows_events: ["flag", STATE],
    emails_off: ["json", { at: "at once", becomes: "[]" }],
    is_demo: [INNER, STATE],
  },
});

export type User = Selectable<UsersTable>;
export type NewUser = Insertable<UsersTable>;
export type UserChanges = Updateable<
  Omit<UsersTable, "id" | "created_at" | "is_demo" | "on_hold" | "follows_events">
>;
/** The columns that decide whether a customer may move money. */
export type Standing = Pick<User, "status" | "on_hold">;
/** A customer's standing, and whether their exchanges have events. */
export type FollowedStanding = Standing & Pick<User, "follows_events">;
