/** The texts of mails about coins that are sent to wallets. */
import type { CoinPayeeCopy } from "@wattle/contracts/coin-payees";
import type { Config } from "../config.ts";
import type { MailContent } from "./mail-template.ts";
import { mailTime } from "./mail-time.ts";
import { greeting, NOT_YOU } from "./mails.ts";

type Payee = Pick<CoinPayeeCopy, "label" | "address">;

/** An address is public, but too long to read: its ends distinguish it. */
export const payeeHint = ({ label, address }: Payee): string =>
  `${label}, ${address.slice(0, 8)}…${address.slice(-6)}`;

/** @param from when coins can be sent there, milliseconds since 1970 */
export const coinPayeeAddedMail = (
  firstName: string,
  payee: Payee,
  from: bigint,
  { TIME_ZONE }: Pick<Config, "TIME_ZONE">,
): MailContent => ({
  subject: "Payee added",
  paragraphs: [
    greeting(firstName),
    `${payeeHint(payee)}. Coins can be sent to it from ${mailTime(from, TIME_ZONE)}.`,
    NOT_YOU,
  ],
});

export const coinPayeeProvedMail = (firstName: string, payee: Payee): MailContent => ({
  subject: "Payee proved",
  paragraphs: [
    greeting(firstName),
    `${payeeHint(payee)}. A signature proved who controls it, so coins can be sent to it now.`,
    NOT_YOU,
  ],
});
