import type { TokenItem, TokenScope } from "@wattle/contracts/tokens";
import { displayMoment } from "@wattle/exchange-core/display";

/** Rights of each scope, in the order of the list; `without` says what one who lacks it can't do. */
export const SCOPES: readonly {
  readonly scope: TokenScope;
  readonly name: string;
  readonly about: string;
  readonly without: string;
}[] = [
  {
    scope: "read",
    name: "Read",
    about: "See balances, transactions and bank accounts",
    without: "See your balances or transactions",
  },
  {
    scope: "trade",
    name: "Trade",
    about: "Exchange currencies and start deposits",
    without: "Exchange for you",
  },
  {
    scope: "withdraw",
    name: "Withdraw",
    about: "Withdraw to your bank accounts, and change them",
    without: "Withdraw, or change your bank accounts",
  },
  {
    scope: "webhooks",
    name: "Webhooks",
    about: "Choose where events of your account are sent",
    without: "Choose where events of your account are sent",
  },
];

/** How long an app may use an account: days. */
export const APP_LIFETIMES = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
] as const;

/** How long a token may live: days, or the empty text for ever. */
export const LIFETIMES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "", label: "No expiry" },
] as const;

const at = (iso: string): string => displayMoment(Date.parse(iso));

/** When and from where a token was last used. */
export function lastUseText({ last_used_at, last_used_ip }: TokenItem): string {
  if (last_used_at === null) return "Never used";
  return `Last used ${at(last_used_at)}${last_used_ip === null ? "" : ` from ${last_used_ip}`}`;
}

/** When a token ends, or ended. `now` in milliseconds since 1970. */
export function expiryText({ expires_at }: TokenItem, now: number): string {
  if (expires_at === null) return "No expiry";
  return Date.parse(expires_at) <= now ? `Expired ${at(expires_at)}` : `Expires ${at(expires_at)}`;
}

export const hasExpired = ({ expires_at }: TokenItem, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now;

/** Addresses as people type them: between commas, spaces or line breaks. */
export function addressesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== "");
}
