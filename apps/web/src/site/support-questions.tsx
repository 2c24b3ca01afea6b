import { PAYMENT_METHODS } from "@wattle/contracts/payment-methods";
import type { StaffTimes } from "@wattle/contracts/staff-times";
import { SiteLink } from "../ui/site-link.tsx";
import type { Question } from "./questions.tsx";

/** Questions that people ask before they write. */
export const supportQuestions = ({ reaches, matched }: StaffTimes): readonly Question[] => [
  {
    question: "How long does a deposit take?",
    answer: `${PAYMENT_METHODS.bank_transfer}: ${reaches.bank_transfer}. ${PAYMENT_METHODS.payid}: ${reaches.payid}. ${PAYMENT_METHODS.post_billpay}: ${reaches.post_billpay}. Payments that reach us are ${matched}. Your deposit page shows its progress. Without its reference a payment takes longer, because we have to find out whose it is.`,
  },
  {
    question: "Why do you ask who I am?",
    answer:
      "The law requires us to verify customers. You submit your details once. If we can’t read something or it doesn’t match, we tell you and you can submit it again.",
    more: (
      <>
        See what we check in <SiteLink to="/aml">our AML policy</SiteLink>.
      </>
    ),
  },
  {
    question: "What is a held rate?",
    answer:
      "Your rate stays the same for 45 seconds, whatever the market does. Then get a new one and decide again. Nothing happens by itself.",
    more: <SiteLink to="/buy-sell">See what makes up a price</SiteLink>,
  },
  {
    question: "Why can’t I withdraw yet?",
    answer:
      "A new or changed bank account is on hold for 24 hours. After a password change, all withdrawals are on hold for 24 hours. If it wasn’t you, this gives you time to stop it. The withdrawal page shows when the hold ends.",
  },
  {
    question: "Can I send coins to my own wallet?",
    answer:
      "Yes, if your withdrawal page has To a wallet for the coin. Sending is off until you turn it on, and starts 48 hours later. A new payee is on hold for 24 hours, unless you sign a message with its wallet. Coins that can’t be sent stay in your account, and you sell them here.",
  },
  {
    question: "Someone may be in my account. What now?",
    answer:
      "Change your password now. That logs out all other devices and puts withdrawals on hold for 24 hours. Can’t log in? Get a reset link from the log in page. Then contact support and say so in the first line.",
    more: <SiteLink to="/security">See what else you can do</SiteLink>,
  },
];
