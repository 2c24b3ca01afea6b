import { describe, expect, test } from "vitest";
import { AMOUNT_TEXTS } from "./amount-texts.ts";
import { ERRORS, type ErrorCode } from "./errors.ts";
import { errorMessage } from "./error-message.ts";
import { OWN_MESSAGES, ownMessage } from "./own-messages.ts";

/** Codes of the statuses whose messages an alert may cut. */
const REFUSALS = (Object.keys(ERRORS) as ErrorCode[]).filter((code) =>
  [401, 403, 409, 422].includes(ERRORS[code].status),
);

/** The longest arguments that each message can get; a new message needs its own here. */
const LONGEST: { readonly [K in keyof typeof ownMessage]: Parameters<(typeof ownMessage)[K]> } = {
  alreadyCredited: ["2222-2222-2222"],
  accountIs: ["registered"],
  askedBy: ["W".repeat(100), "21 Nov 2026, 12:42 am"],
  alreadyDecided: ["withdrawn", "W".repeat(100)],
  cannotReceive: ["USDT"],
  lacksScope: ["withdraw"],
  // The largest balance that is kept, 2^63 - 1 of the smallest unit.
  listDate: [100_000],
  listFormula: [100_000],
  listNameEmpty: [100_000],
  listNameLong: [100_000],
  listReference: [100_000],
  maximum: ["92,233,720,368,547,758.07 NGN"],
  minimum: ["92,233,720,368,547,758.07 NGN"],
  mostAlerts: [20],
  mostDeposits: [20],
  mostWithdrawalsADay: [20],
  mostRecurring: [20],
  mostWithdrawals: [20],
  notOfferedFor: ["USDT"],
  notAsBooked: ["2222-2222-2222"],
  networkUnseen: ["ethereum"],
  leftOut: ["2222-2222-2222", 9999],
  reservesBlock: ["0x1234…abcd"],
  reservesForeign: ["0x1234…abcd"],
  reservesMissing: ["0x1234…abcd"],
  reservesSpent: ["0x1234…abcd"],
  reservesWrong: ["0x1234…abcd"],
  spendMayPay: ["2222-2222-2222"],
  takeOutNameless: ["2222-2222-2222"],
  tooManyTokens: [100],
};

const composed = Object.entries(ownMessage).map(([key, compose]): [string, string] => [
  key,
  Reflect.apply(compose, undefined, LONGEST[key as keyof typeof ownMessage]) as string,
]);

describe("an alert shows a refusal's message whole", () => {
  test.each<[string, string]>([
    ...REFUSALS.map((code): [string, string] => [code, ERRORS[code].message]),
    ...Object.entries(OWN_MESSAGES).filter(([key]) => key !== "cardAway"),
    ...Object.entries(AMOUNT_TEXTS),
    ...composed,
  ])("%s: %s", (_key, message) => {
    expect(message.length).toBeLessThanOrEqual(40);
    expect(errorMessage({ status: 422, errors: { field: [message] } })).toBe(message);
  });
});
