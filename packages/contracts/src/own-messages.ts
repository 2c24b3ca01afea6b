/**
 * The messages of a refusal that say more than its code's own text in `errors.ts`. A {@link DomainError} takes no other, so
 * that a test can read them all: at 401, 403, 409 and 422 a message is at most 40 characters, because an alert cuts a
 * longer one into pieces (specification, section 8). Free of zod, so that a form can show the same text.
 */
import type { AmountIssue } from "@wattle/exchange-core";
import type { AMOUNT_TEXTS } from "./amount-texts.ts";

export const OWN_MESSAGES = {
  addCurrencyFirst: "Add this currency first",
  alreadyAbove: "The price is already above that",
  alreadyBelow: "The price is already below that",
  amountsDiffer: "The two amounts must be the same",
  approvalExpired: "This request has expired. Ask again.",
  bankAccountInUse: "A pending withdrawal uses this account.",
  beingPaid: "We're paying it now. Too late to cancel.",
  brokenUpload: "The upload is broken.",
  chooseAnswerer: "Choose someone who answers enquiries",
  closeBalance: "Withdraw the balance first",
  closeCard: "A card order is still pending",
  closeChanged: "Your login changed. Try again in a week.",
  closeDeposit: "Cancel the open deposit first",
  closeOwed: "Settle what is owed first",
  closePayment: "A payment is still being matched",
  closeRecovery: "Two-step login is still being reset",
  closeWithdrawal: "A withdrawal is still pending",
  erasureBegun: "Its data are being deleted already",
  creditedOtherwise: "Credited by hand with another amount",
  monthNotBegun: "This month has not begun yet",
  longForPdf: "Too long for a PDF. Download the CSV.",
  dayBeforeBooks: "This day is before the books begin",
  dayNotOver: "This day is not over yet",
  countryRefused: "We don't serve this country",
  cardAway: "Card payments aren't available now.",
  cardPaused: "Card payments are paused.",
  cardSignedOut: "Log in to pay by card.",
  emailLeft: "Too late: the email has been sent",
  enterFee: "Enter a fee",
  fileTooLarge: "Choose a file up to 10 MB",
  moneySpent: "The customer no longer has this money",
  kindFixed: "The kind of a currency can't change",
  lacksMoney: "The customer has less than this",
  lastFactor: "Staff need one. Add another first.",
  sayWhy: "Say why",
  setUpTooLate: "Reset your password, then set it up.",
  unprovedToken: "Made without two-step login. Renew it.",
  lastAdmin: "Someone must stay an admin.",
  mistypedReference: "Check the reference and try again",
  nothingToPay: "No withdrawals to pay",
  payoutTooLarge: "Too much for one file. Take some out.",
  privateAddress: "Use an address on the internet",
  setOnDepositAccount: "Set this on the deposit account first",
  needsHttps: "Use an address that begins with https",
  nestedTooDeeply: "The body is nested too deeply.",
  noBankAccount: "Choose a bank account",
  notAboveZero: "Enter an amount above zero",
  noLineTarget: "Name a deposit or a customer",
  noPayout: "Name a batch or a withdrawal",
  notByToken: "Tokens can't do this. Log in instead.",
  notForProcedure: "This token can't call this procedure.",
  notForTokens: "Tokens can't call some of these.",
  noFiatForCoin: "Pay with money to buy a coin",
  oldSignature: "The signature is too old.",
  nothingToReturn: "Nothing to give back on this line",
  otherDepositCurrency: "This deposit is in another currency",
  otherPayoutAmount: "The line has another amount",
  otherOrderPaid: "This payment has paid another order.",
  pairOfTwoKinds: "A pair is one fiat and one crypto",
  sameEmail: "That's already your email",
  softAboveHard: "The soft limit is above the hard one",
  staffThere: "There is staff already. Ask an admin.",
  tooManyPasskeys: "You have 10 passkeys. Remove one first.",
  tooManyBankAccounts: "No more than 50 bank accounts",
  tooManyWebhooks: "You have 10 webhooks. Remove one first.",
  unknownEvent: "Use the id of one of your events",
  unknownQueryKey: "There is no such parameter",
  unknownSide: "Choose front, back or selfie",
  verifiedCountry: "Contact support to change country",
  verifiedName: "Contact support to change your name",
  wrongFirstDay: "Choose a day within the next year",
  wrongAddress: "This token can't be used from this IP.",
  wrongCurrentPassword: "Current password is wrong",
  wrongFileType: "Choose a JPEG, PNG or PDF file",
  wrongPassword: "Wrong password",
  wrongPhone: "Phone is not valid.",
  wrongSignature: "The signature does not hold.",
} as const;

/** The messages that name what is at hand. Amounts come as `displayAmount` writes them, with their currency. */
export const ownMessage = {
  alreadyCredited: (reference: string) => `Already credited to ${reference}` as const,
  accountIs: (status: string) => `This account is ${status}.` as const,
  askedBy: (firstName: string, when: string) => `Asked by ${firstName.slice(0, 8)}, ${when}` as const,
  alreadyDecided: (status: string, firstName: string) =>
    `Already ${status} by ${firstName.slice(0, 15)}` as const,
  cannotReceive: (code: string) => `This account can't receive ${code}` as const,
  lacksScope: (scope: string) => `This token lacks the scope ${scope}.` as const,
  maximum: (amount: string) => `Maximum: ${amount}` as const,
  minimum: (amount: string) => `Minimum: ${amount}` as const,
  mostAlerts: (waiting: number) => `You have ${waiting} price alerts already` as const,
  mostDeposits: (open: number) => `You have ${open} open deposits already` as const,
  mostWithdrawals: (open: number) => `You have ${open} pending withdrawals already` as const,
  mostRecurring: (plans: number) => `You have ${plans} recurring buys already` as const,
  notOfferedFor: (code: string) => `Not offered for ${code}` as const,
  takeOutNameless: (reference: string) => `Take out ${reference}: unusable name` as const,
  tooManyTokens: (live: number) => `You have ${live} tokens. Revoke one first.` as const,
};

/** The exchange form's messages are the specification's own, word for word, whatever their length. */
export type OwnMessage =
  | (typeof OWN_MESSAGES)[keyof typeof OWN_MESSAGES]
  | ReturnType<(typeof ownMessage)[keyof typeof ownMessage]>
  | (typeof AMOUNT_TEXTS)[keyof typeof AMOUNT_TEXTS]
  | AmountIssue["message"];
