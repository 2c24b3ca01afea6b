import { readFileSync } from "node:fs";
import path from "node:path";

const PAGES = path.resolve(import.meta.dirname, "../dist/pages.json");
/** Every page that was built. */
const ADDRESSES = Object.keys(JSON.parse(readFileSync(PAGES, "utf8")) as Record<string, string>).filter(
  (address) => !address.includes("."),
);

/** Pages of a customer who was let in. */
export const SCREENS = ADDRESSES.filter((address) => address.startsWith("/dashboard/"));
/** Pages for those who are not signed in yet. */
export const FOR_GUESTS = ADDRESSES.filter((address) =>
  /^\/(?:login|register|forgot-password|reset-password|not-me|undo-email|recover|stop-recovery|teamaccess\/(?:login|invitation)|transak-test|dev)/.test(
    address,
  ),
);
/** Each is for an account that is not let in yet, or for staff, and leads others elsewhere. */
const WAITING = ["/email-not-verify", "/user-information", "/access-denied", "/authorize"];
/** The desk. */
export const DESK = ADDRESSES.filter(
  (address) => address.startsWith("/teamaccess") && !FOR_GUESTS.includes(address),
);
/** The public site. */
export const SITE = [
  ...ADDRESSES.filter((address) => ![...SCREENS, ...FOR_GUESTS, ...WAITING, ...DESK].includes(address)),
  // One page for all coins.
  "/buy-sell/btc",
];
