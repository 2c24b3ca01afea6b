import { PAYMENT_METHODS } from "@wattle/contracts/payment-methods";
import type { StaffTimes } from "@wattle/contracts/staff-times";
import { SiteLink } from "../ui/site-link.tsx";
import type { Question } from "./questions.tsx";

/** What people ask before they write. */
export const supportQuestions = ({ reaches, matched }: StaffTimes): readonly Question[] => [
  {
    question: "How long does a deposit take?",
    answer: `${PAYMENT_METHODS.bank_transfer}: ${reaches.bank_transfer}. ${PAYMENT_METHODS.payid}: ${reaches.payid}. ${PAYMENT_METHODS.post_billpay}: ${reaches.post_billpay}. Payments that have reached us are ${matched}. Your deposit page shows where yours is. A payment without its reference takes longer: we have to find out whose it is.`,
  },
  {
    question: "Why do you ask who I am?",
    answer:
      "The law requires us to verify customers. You send your details once; if something cannot be read or does not fit together, we tell you and you can send it again.",
    more: (
      <>
        What is checked is in <SiteLink to="/aml">our AML policy</SiteLink>.
      </>
    ),
  },
  {
    question: "What does it mean that a rate is held?",
    answer:
      "For 45 seconds the price on your screen is the price you get, whatever the market does meanwhile. When the time is up, nothing happens by itself: you ask for a new rate and decide again.",
    more: <SiteLink to="/buy-sell">How a price is made up</SiteLink>,
  },
  {
    question: "Why can I not withdraw yet?",
    answer:
      "For 24 hours after a bank account was added or changed nothing is paid to it, and for 24 hours after a password change nothing is paid at all. If someone else did that, the day gives you time to stop it. The withdrawal page shows when the hold ends.",
  },
  {
    question: "Can I send coins to a wallet of my own?",
    answer:
      "No. Coins that you buy are kept in your account here, and you sell them here; money leaves to a bank account in your own name.",
  },
  {
    question: "I think someone else is in my account. What now?",
    answer:
      "Change your password at once: it signs out every other session and holds withdrawals for 24 hours. If you cannot sign in, ask for a reset link on the log-in page. Then write to us and say so in the first line.",
    more: <SiteLink to="/security">What else is up to you</SiteLink>,
  },
];
