import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import type { CoinPayeeCopy } from "@wattle/contracts/coin-payees";
import type { BankAccountCopy } from "@wattle/contracts/history";
import { describe, expect, test } from "vitest";
import type { MailContent } from "./mail-template.ts";
import * as account from "./mails.ts";
import * as alerts from "./alert-mails.ts";
import * as coin from "./coin-mails.ts";
import * as data from "./data-mails.ts";
import * as exchange from "./exchange-mails.ts";
import * as money from "./money-mails.ts";
import * as onramp from "./onramp-mails.ts";
import * as recurring from "./recurring-mails.ts";
import * as security from "./security-mails.ts";
import { ledgerMismatchMail, staffChangedMail } from "./staff-mails.ts";
import * as token from "./token-mails.ts";
import * as webhooks from "./webhook-mails.ts";

const ORIGIN = "https://wattle.example";
const CONFIG = { APP_ORIGIN: ORIGIN, brand: DEFAULT_BRAND };
const HISTORY = `${ORIGIN}/dashboard/transactions-history/receipt?id=t%261`;
const WITHDRAWAL = `${ORIGIN}/dashboard/withdraw-money?id=t%261`;
const NOT = "Wasn’t you? Change your password and contact support.";
const LINK = "This link works once and expires in 1 hour.";
const URL = `${ORIGIN}/x`;

const row = { id: "t&1", credit: 1_234_550n, credit_currency: "AUD", reference: "7KQ4-M2XB-9PTR" };
const coins = { id: "t&1", debit: 6_418_744n, debit_currency: "BTC", reference: "7KQ4-M2XB-9PTR" };
const plan = {
  frequency: "weekly",
  amount: 10_000n,
  credit_currency: "AUD",
  debit_currency: "BTC",
  max_price: "150000",
} as const;
const bank = { bank_name: "Sample Bank", account_number: "12345678" } as BankAccountCopy;
const wallet = {
  label: "My wallet",
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
} as CoinPayeeCopy;
const NOON = BigInt(Date.UTC(2026, 10, 21, 1, 0));
const NOON_TEXT = "21 Nov 2026, 12:00 pm, Sydney time";

const PLACE = { APP_ORIGIN: ORIGIN, TIME_ZONE: "Australia/Sydney" };
const bought = {
  ...coins,
  credit: 1_000_000n,
  credit_currency: "AUD",
  rate: "0.0000064835868686",
  fee_percent: "1.00",
  fee_amount: 10_000n,
  created_at: NOON,
};

/** The texts as docs/voice.md writes: subject, body after the greeting, button and its address, small print. */
const SENT = { ...row, debit: 4_995_000n, debit_currency: "BTC", txid: "ab".repeat(32) };

const MAILS: readonly (readonly [
  MailContent,
  subject: string,
  body: string,
  button?: string,
  note?: string,
])[] = [
  [
    account.verifyEmailMail("Mary", URL),
    "Confirm your email",
    "Confirm your email address. Next, you’ll verify your identity.",
    `Confirm email ${URL}`,
    `${LINK} Didn’t sign up? Ignore this email.`,
  ],
  [
    account.changeEmailMail("Mary", URL),
    "Confirm your new email",
    "Your old one works until you do.",
    `Confirm email ${URL}`,
    `${LINK} Not you? Ignore this email.`,
  ],
  [
    account.emailChangedMail("Mary", "mary@mail.example", URL),
    "Your email was changed",
    "You now log in with mary@mail.example. Wasn’t you? Undo the change within 72 hours.",
    `Undo the change ${URL}`,
  ],
  [
    account.resetPasswordMail("Mary", URL),
    "Reset your password",
    "",
    `Choose a new password ${URL}`,
    `${LINK} Didn’t ask for this? Ignore this email.`,
  ],
  [
    account.passwordChangedMail("Mary", NOON_TEXT, URL),
    "Your password was changed",
    `Other devices are logged out and API tokens no longer work. Withdrawals are on hold until ${NOON_TEXT}. Wasn’t you? Reset your password and contact support.`,
    `Reset password ${URL}`,
  ],
  [
    account.identityVerifiedMail("Mary", URL),
    "You’re verified",
    "You can now deposit, exchange and withdraw.",
    `Make a deposit ${URL}`,
  ],
  [
    account.identityRejectedMail("Mary", "The photo is blurred", URL),
    "We couldn’t verify your identity yet",
    "The photo is blurred. We’ve kept your answers.",
    `Update my details ${URL}`,
  ],
  [
    data.dataDownloadedMail("Mary", NOON_TEXT, "the customer"),
    "Your data was downloaded",
    `A copy of all your data was downloaded from your account on ${NOON_TEXT}. ${NOT}`,
  ],
  [
    data.dataDownloadedMail("Mary", NOON_TEXT, "staff"),
    "Your data was downloaded",
    `Our team made a copy of your data on ${NOON_TEXT}, because you asked for it. Didn’t ask for this? Contact support.`,
  ],
  [
    data.sourceOfFundsMail("Mary", "https://wattle.example/support"),
    "Where does your money come from?",
    "We ask customers where the money in their account comes from, such as wages, a business or a sale. Tell us in a few sentences. If you have a document that shows it, tell us which.",
    "Contact support https://wattle.example/support",
  ],
  [
    data.accountClosedMail("Mary", "21 Nov 2033"),
    "Your account is closed",
    "No one can log in to it any more. We’ve deleted your API tokens, webhooks, alerts and recurring buys. In 30 days we delete your logins, devices and our emails to you. The law makes us keep your identity check and your transactions until 21 Nov 2033. Then we remove your name and details, keep only the amounts, and email you. Wasn’t you? Contact support within 30 days.",
  ],
  [
    data.accountClosedMail("Mary", null),
    "Your account is closed",
    "No one can log in to it any more. We’ve deleted your API tokens, webhooks, alerts and recurring buys. In 30 days we delete everything else we have about you, and email you. Wasn’t you? Contact support within 30 days.",
  ],
  [
    data.dataErasedMail("Mary"),
    "Your data is deleted",
    "We’ve deleted our copy of everything about you, including your ID. If another firm checked your ID, contact support about its copy. We keep only the amounts, without your name. This is our last email about your account.",
  ],
  [
    security.twoStepOnMail("Mary"),
    "Two-step login is on",
    `You’ll need a code from your app to log in. Keep your recovery codes safe. ${NOT}`,
  ],
  [
    security.twoStepOffMail("Mary", URL),
    "Two-step login is off",
    `Your password alone now opens your account. ${NOT}`,
    `Turn it back on ${URL}`,
  ],
  [
    security.twoStepOffMail("Mary", URL, true),
    "Two-step login is off",
    `Your authenticator app no longer logs in to your account. Your passkeys still do. ${NOT}`,
    `Turn it back on ${URL}`,
  ],
  [
    security.passwordAloneMail("Mary", true),
    "Your password can log in without a passkey",
    `Anyone who knows your password can now log in to your account. ${NOT}`,
  ],
  [
    security.passwordAloneMail("Mary", false),
    "Your password needs a passkey again",
    `Your password no longer logs in without a passkey or a recovery code. ${NOT}`,
  ],
  [
    security.unlockedMail("Mary"),
    "Your login was unlocked",
    "Our team has cleared the failed logins to your account. You can log in again. Didn’t ask for this? Contact support.",
  ],
  [
    security.passkeyAddedMail("Mary", "Phone"),
    "Passkey added",
    `Phone can now log in to your account without your password. ${NOT}`,
  ],
  [
    coin.coinPayeeAddedMail("Mary", wallet, NOON, PLACE),
    "Payee added",
    `My wallet, bc1qw508…v8f3t4. Coins can be sent to it from ${NOON_TEXT}. ${NOT}`,
  ],
  [
    coin.coinPayeeProvedMail("Mary", wallet),
    "Payee proved",
    `My wallet, bc1qw508…v8f3t4. A signature proved who controls it, so coins can be sent to it now. ${NOT}`,
  ],
  [
    coin.coinWithdrawalRequestedMail(
      "Mary",
      { ...row, credit: 5_000_000n, debit: 4_995_000n, credit_currency: "BTC" },
      wallet,
      ORIGIN,
    ),
    "Withdrawal requested: 0.05000000 BTC",
    `We’ll send 0.04995000 BTC to My wallet, bc1qw508…v8f3t4. The network fee is 0.00005000 BTC. Reference 7KQ4-M2XB-9PTR. You can cancel until we sign it. ${NOT}`,
    `See withdrawal ${WITHDRAWAL}`,
  ],
  [
    coin.coinsArrivedMail("Mary", { ...row, credit: 5_000_000n, credit_currency: "BTC" }, ORIGIN),
    "0.05000000 BTC has arrived",
    "It’s in your balance. Reference 7KQ4-M2XB-9PTR.",
    `See receipt ${HISTORY}`,
  ],
  [
    coin.coinsReturnedMail("Mary", { ...row, credit: 5_000_000n, credit_currency: "BTC" }, ORIGIN),
    "Your deposit 7KQ4-M2XB-9PTR was undone",
    "The network undid the payment, so 0.05000000 BTC left your balance. If the sender pays again, we’ll credit it.",
    `See transaction ${HISTORY}`,
  ],
  [
    coin.coinWithdrawalRejectedMail(
      "Mary",
      { ...row, credit: 5_000_000n, credit_currency: "BTC" },
      "We can’t send coins there",
      ORIGIN,
    ),
    "We couldn’t send your withdrawal 7KQ4-M2XB-9PTR",
    "The full 0.05000000 BTC is back in your balance. We can’t send coins there. Check the payee in your address book before you try again.",
    `See withdrawal ${WITHDRAWAL}`,
  ],
  [
    coin.coinsSentMail("Mary", SENT, wallet, ORIGIN),
    "0.04995000 BTC is on its way",
    `We’ve sent it to My wallet, bc1qw508…v8f3t4. Reference 7KQ4-M2XB-9PTR, transaction ${SENT.txid}. ${NOT}`,
    `See withdrawal ${WITHDRAWAL}`,
  ],
  [
    coin.coinsPaidMail("Mary", SENT, ORIGIN),
    "0.04995000 BTC has reached its wallet",
    `The network has confirmed it. Reference 7KQ4-M2XB-9PTR, transaction ${SENT.txid}.`,
    `See receipt ${HISTORY}`,
  ],
  [
    security.sendingOnMail("Mary", NOON, PLACE),
    "Sending coins will be on soon",
    `You turned on sending coins to wallets. It starts on ${NOON_TEXT}. Until then, no one can send your coins away. ${NOT}`,
  ],
  [
    security.sendingOffMail("Mary"),
    "Sending coins is off",
    `No one can send your coins to a wallet now. Turning it on again takes 48 hours. ${NOT}`,
  ],
  [
    security.passkeyRemovedMail("Mary", "Phone"),
    "Passkey removed",
    `Phone can no longer log in to your account. ${NOT}`,
  ],
  ...[true, false].map(
    (holdsWithdrawals) =>
      [
        security.newDeviceMail("Mary", {
          device: "Firefox on Windows",
          ip: "203.0.113.7",
          at: NOON_TEXT,
          url: URL,
          holdsWithdrawals,
        }),
        "New login",
        "Someone logged in with Firefox on Windows. If that was you, there’s nothing to do. If not:",
        `This wasn’t me ${URL}`,
        `From 203.0.113.7, ${NOON_TEXT}. “This wasn’t me” logs out every device${holdsWithdrawals ? " and puts withdrawals on hold for 24 hours" : ""}.`,
      ] as const,
  ),
  [
    security.recoveryLinkMail("Mary", URL),
    "Recover your account",
    "Send us a new photo of yourself with your ID. Our team checks that it’s you.",
    `Send a photo ${URL}`,
    `${LINK} Didn’t ask for this? Change your password: someone knows it.`,
  ],
  [
    security.recoveryStartedMail("Mary", URL, DEFAULT_BRAND),
    "We got your photo",
    "We check that it’s you, usually within 1 business day, and email you. Two-step login stays on until then. Wasn’t you? Stop recovery and change your password.",
    `Stop recovery ${URL}`,
  ],
  [
    security.recoveryRequestedMail("Mary", NOON_TEXT, URL),
    "Account recovery requested",
    `Two-step login will be turned off on ${NOON_TEXT}. Wasn’t you? Stop recovery, or log in with your code.`,
    `Stop recovery ${URL}`,
  ],
  [security.recoveryStoppedMail("Mary"), "Account recovery stopped", `Two-step login stays on. ${NOT}`],
  [
    security.recoveryRejectedMail("Mary", "The photo is too dark."),
    "We couldn’t recover your account",
    "The photo is too dark. Two-step login stays on.",
  ],
  [
    security.emailChangeAskedMail("Mary", "mary@mail.example", URL),
    "Your email is about to change",
    "We sent a link to mary@mail.example. Nothing changes until it’s opened. Wasn’t you? Undo the change within 72 hours.",
    `Undo the change ${URL}`,
  ],
  [
    security.emailRestoredMail("Mary", "mary@mail.example", NOON_TEXT),
    "Your email change was undone",
    `You log in with mary@mail.example. All devices are logged out and API tokens no longer work. Withdrawals are on hold until ${NOON_TEXT}.`,
  ],
  [
    money.bankAccountSavedMail(
      "Mary",
      "added",
      { ...bank, held_until: NOON },
      { APP_ORIGIN: ORIGIN, TIME_ZONE: "Australia/Sydney" },
    ),
    "Bank account added",
    `Sample Bank, account ending in 678. You can withdraw to it from ${NOON_TEXT}. ${NOT}`,
    `See bank accounts ${ORIGIN}/dashboard/bank-account`,
  ],
  [
    money.bankAccountFreeMail("Mary", bank, ORIGIN),
    "Your bank account is ready",
    "You can now withdraw to Sample Bank, account ending in 678.",
    `Withdraw money ${ORIGIN}/dashboard/withdraw-money`,
  ],
  [
    money.depositArrivedMail("Mary", row, undefined, CONFIG),
    "12,345.50 AUD has arrived",
    "It’s in your balance. Reference 7KQ4-M2XB-9PTR.",
    `Buy crypto ${ORIGIN}/dashboard/currency-exchange?from=AUD&to=BTC&amount=12345.50`,
  ],
  [
    money.depositArrivedMail("Mary", row, 100n, CONFIG),
    "12,345.50 AUD has arrived",
    "It’s in your balance. Reference 7KQ4-M2XB-9PTR. You planned to send 1.00 AUD. We credited what arrived.",
    `Buy crypto ${ORIGIN}/dashboard/currency-exchange?from=AUD&to=BTC&amount=12345.50`,
  ],
  [
    money.depositReturnedMail("Mary", row, "The name differs", ORIGIN),
    "Your deposit 7KQ4-M2XB-9PTR was returned",
    "It’s going back to the account it came from. The name differs.",
    `See transaction ${HISTORY}`,
  ],
  [
    money.aboutDepositMail("Mary", row, "It arrived", ORIGIN),
    "About your deposit 7KQ4-M2XB-9PTR",
    "It arrived.",
    `See transaction ${HISTORY}`,
  ],
  [
    money.withdrawalRequestedMail("Mary", row, bank, ORIGIN),
    "Withdrawal requested: 12,345.50 AUD",
    `We’ll pay it to Sample Bank, account ending in 678. Reference 7KQ4-M2XB-9PTR. You can cancel until we do. ${NOT}`,
    `See withdrawal ${WITHDRAWAL}`,
  ],
  [
    money.withdrawalCompletedMail("Mary", row, bank, "B-77", CONFIG),
    "We’ve paid your withdrawal of 12,345.50 AUD",
    "It’s going to Sample Bank, account ending in 678, usually within 1 business day. Reference 7KQ4-M2XB-9PTR, bank reference B-77.",
    `See receipt ${HISTORY}`,
  ],
  [
    money.withdrawalRejectedMail("Mary", row, "The account is closed", ORIGIN),
    "We couldn’t pay your withdrawal 7KQ4-M2XB-9PTR",
    "The full 12,345.50 AUD is back in your balance. The account is closed. Check your bank account before you try again.",
    `See withdrawal ${WITHDRAWAL}`,
  ],
  [
    money.withdrawalReturnedMail("Mary", row, "The account number is wrong.", ORIGIN),
    "Your bank returned 12,345.50 AUD",
    "It’s back in your balance. The account number is wrong. Check your bank account before you try again.",
    `See withdrawal ${WITHDRAWAL}`,
  ],
  [
    money.withdrawalCancelledMail("Mary", row, ORIGIN),
    "Withdrawal 7KQ4-M2XB-9PTR cancelled",
    `The full 12,345.50 AUD is back in your balance. ${NOT}`,
    `See transaction ${HISTORY}`,
  ],
  [
    money.statementReadyMail("Mary", "2026-10", ORIGIN),
    "Your October 2026 statement is ready",
    "Balances and every transaction, as PDF or CSV.",
    `See statement ${ORIGIN}/dashboard/statements`,
  ],
  [
    alerts.priceAlertMail(
      "Mary",
      { symbol: "BTC", currency: "AUD", direction: "above", price: "160000" },
      { price: "160123.45", at: NOON },
      PLACE,
    ),
    "BTC is above 160,000.00 AUD",
    `It reached 160,123.45 AUD at ${NOON_TEXT}. This alert is now off.`,
    `See BTC price ${ORIGIN}/dashboard/currency-exchange?from=AUD&to=BTC`,
  ],
  [
    exchange.exchangeReceiptMail("Mary", bought, PLACE),
    "You bought 0.06418744 BTC",
    "Your coins are in your balance.",
    `See receipt ${HISTORY}`,
  ],
  [
    exchange.exchangeReceiptMail(
      "Mary",
      {
        ...bought,
        credit: 10_000_000n,
        credit_currency: "BTC",
        debit: 1_485_000n,
        debit_currency: "AUD",
        rate: "150000",
        fee_percent: "0.50",
        fee_amount: 50_000n,
      },
      PLACE,
    ),
    "You sold 0.10000000 BTC",
    "The money is in your balance.",
    `See receipt ${HISTORY}`,
  ],
  [
    recurring.recurringDoneMail(
      "Mary",
      plan,
      { ...bought, credit: 10_000n, fee_amount: 100n },
      "2026-11-30",
      ORIGIN,
    ),
    "You bought 0.06418744 BTC",
    "Your weekly buy: 100.00 AUD, fee 1.00 AUD. Next on 30 Nov 2026.",
    `See receipt ${HISTORY}`,
  ],
  [
    recurring.recurringMissedMail(
      "Mary",
      plan,
      { reason: "insufficient_funds", detail: "60.00" },
      "2026-11-30",
      CONFIG,
    ),
    "We skipped your weekly buy",
    "You needed 60.00 AUD more. Next on 30 Nov 2026.",
    `Make a deposit ${ORIGIN}/dashboard/deposit-money`,
  ],
  [
    recurring.recurringMissedMail(
      "Mary",
      plan,
      { reason: "price_above_bound", detail: "165123.456" },
      "2026-11-30",
      CONFIG,
    ),
    "We skipped your weekly buy",
    "BTC was at 165,123.45 AUD, above your highest price of 150,000.00 AUD. Next on 30 Nov 2026.",
    `See recurring buys ${ORIGIN}/dashboard/recurring-buys`,
  ],
  [
    onramp.coinsArrivedMail("Mary", coins, ORIGIN),
    "0.06418744 BTC arrived",
    "Your card purchase is in your balance. Reference 7KQ4-M2XB-9PTR.",
    `See receipt ${HISTORY}`,
  ],
  [
    onramp.coinsRefundedMail("Mary", coins, ORIGIN),
    "Your card payment 7KQ4-M2XB-9PTR was refunded",
    "The provider refunded you, so 0.06418744 BTC left your balance.",
    `See transaction ${HISTORY}`,
  ],
  [
    token.tokenMadeMail("Mary", { name: "Books", scopes: ["read", "trade"] }, URL),
    "New API token: Books",
    "It can see your account and exchange. Wasn’t you? Revoke it, change your password and contact support.",
    `Revoke it ${URL}`,
  ],
  [
    token.appAllowedMail("Mary", { name: "Tax app", scopes: ["read", "trade"], days: 30 }, URL),
    "Tax app can use your account",
    "You allowed the app Tax app. For 30 days it can see your account and exchange. Wasn’t you? Revoke it, change your password and contact support.",
    `Revoke it ${URL}`,
  ],
  [
    token.appRegisteredMail("Mary", "Tax app", URL),
    "New app: Tax app",
    "Customers who use this app see your name when it asks for access to their account. Wasn’t you? Remove it, change your password and contact support.",
    `Remove it ${URL}`,
  ],
  [
    token.appRemovedMail("Mary", "Tax app"),
    "App removed: Tax app",
    "We removed the app Tax app and the tokens that customers gave it: someone else may have registered it. Was it yours? Register it again.",
  ],
  [
    webhooks.webhookAddedMail("Mary", "https://shop.example/hook", URL),
    "New webhook: shop.example",
    "We send events of your account to https://shop.example/hook. Wasn’t you? Remove it, change your password and contact support.",
    `Remove it ${URL}`,
  ],
  [
    webhooks.webhookSecretMail("Mary", "https://shop.example/hook", URL),
    "New webhook secret: shop.example",
    "We now sign events to https://shop.example/hook with a new secret. The previous one also signs for 24 hours. Wasn’t you? Remove the webhook, change your password and contact support.",
    `See your webhooks ${URL}`,
  ],
  [
    webhooks.webhookRemovedMail("Mary", "https://shop.example/hook"),
    "Webhook removed: shop.example",
    "We no longer send events to https://shop.example/hook: someone else may have added it. Was it yours? Add it again.",
  ],
  [
    webhooks.webhookOffMail(
      "Mary",
      { url: "https://shop.example/hook", because: "failing", isOperators: false },
      URL,
    ),
    "Webhook turned off: shop.example",
    "We no longer send events to https://shop.example/hook. It didn’t take an event in any of 10 tries over 3 days. Your programs can read what they missed from the list of events. Turn it on again once it works.",
    `Turn it on ${URL}`,
  ],
  [
    webhooks.webhookOffMail(
      "Mary",
      { url: "https://shop.example/hook", because: "gone", isOperators: false },
      URL,
    ),
    "Webhook turned off: shop.example",
    "We no longer send events to https://shop.example/hook. It answered that it’s gone for good (410). Your programs can read what they missed from the list of events. Turn it on again once it works.",
    `Turn it on ${URL}`,
  ],
];

describe("mails to customers", () => {
  test.each(MAILS.map((mail) => [mail[1], ...mail] as const))(
    "%s",
    (_name, mail, subject, body, button, note) => {
      expect(mail.subject).toBe(subject);
      expect(mail.paragraphs.join(" ")).toBe(`Hi Mary, ${body}`.trim());
      expect(mail.action && `${mail.action.label} ${mail.action.url}`).toBe(button);
      expect(mail.note).toBe(note);
    },
  );

  test("each kind is here", () => {
    const made = [
      account,
      alerts,
      coin,
      data,
      exchange,
      money,
      onramp,
      recurring,
      security,
      token,
      webhooks,
    ].flatMap((texts) => Object.keys(texts).filter((name) => name.endsWith("Mail")));
    // The enquiry goes to staff and its reply has what staff write; deposits, exchanges, logins, two-step login that is off, passwords without a passkey, missed recurring buys, webhooks that are off, copies of data and closed accounts have two rows.
    expect(made).toHaveLength(MAILS.length - 7);
  });
});

test("a payout's mail says when it arrives in the installation's own words", () => {
  const times = { ...DEFAULT_BRAND.times, arrives: "Within seconds at most banks" };
  const config = { APP_ORIGIN: ORIGIN, brand: { ...DEFAULT_BRAND, times } };
  const { paragraphs } = money.withdrawalCompletedMail("Mary", row, bank, "B-77", config);
  expect(paragraphs.join(" ")).toContain(
    "Sample Bank, account ending in 678, within seconds at most banks. Reference",
  );
});

test.each([
  [{ invitedAs: ["finance", "support"] }, "Ann invited jo@a.example as finance and support."],
  [{ now: ["support"] }, "Ann changed the roles of jo@a.example to support."],
  [{ now: [] }, "Ann removed jo@a.example from the staff."],
] as const)("admins read who changed the staff, and who approved it: %j", (change, body) => {
  const people = { by: "Ann", approvedBy: "Ben" };
  const mail = staffChangedMail("Mary", { email: "jo@a.example", ...change, ...people, url: URL });
  expect(mail.paragraphs).toEqual(["Hi Mary,", `${body} Ben approved it.`]);
  expect(mail.subject).toBe("Your staff has changed");
  expect(mail.note).toBe("Not right? Talk to the other admins now.");
  expect(mail.action).toEqual({ label: "Open the back office", url: URL });
});

test.each([
  [1, "The ledger’s own check found 1 mismatch. Trading, deposits and withdrawals are paused."],
  [3, "The ledger’s own check found 3 mismatches. Trading, deposits and withdrawals are paused."],
])("admins read that the books are wrong: %i", (mismatches, body) => {
  const mail = ledgerMismatchMail("Mary", { mismatches, url: URL });
  expect(mail.subject).toBe("The ledger does not add up");
  expect(mail.paragraphs.slice(0, 2)).toEqual(["Hi Mary,", body]);
  expect(mail.action).toEqual({ label: "Open the back office", url: URL });
});

test.each([
  [
    "bought",
    bought,
    ["10,000.00 AUD", "−100.00 AUD", "9,900.00 AUD", "154,235.61 AUD per BTC", "0.06418744 BTC"],
  ],
  [
    "sold",
    {
      ...bought,
      credit: 10_000_000n,
      credit_currency: "BTC",
      fee_amount: 100_000n,
      rate: "150000",
      debit: 1_485_000n,
      debit_currency: "AUD",
    },
    ["0.10000000 BTC", "−0.00100000 BTC", "0.09900000 BTC", "150,000.00 AUD per BTC", "14,850.00 AUD"],
  ],
] as const)("a receipt of what was %s takes its price apart", (_what, exchanged, values) => {
  const { facts } = exchange.exchangeReceiptMail("Mary", exchanged, PLACE);
  const labels = ["You paid", "Our fee, 1%", "We converted", "Rate", "You got"];
  const price = labels.map((label, place) => [label, values[place]]);
  expect(facts).toEqual([
    ...price,
    ["Time", "2026/11/21 12:00:00, Sydney time"],
    ["Reference", "7KQ4-M2XB-9PTR"],
  ]);
  expect(recurring.recurringDoneMail("Mary", plan, exchanged, "2026-11-30", ORIGIN).facts).toEqual(price);
});
