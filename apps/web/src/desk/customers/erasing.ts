import { isZero } from "@wattle/exchange-core/decimal";
import type { ClosingPlan } from "@wattle/contracts/closing";
import { TRACES_DAYS } from "@wattle/contracts/traces-days";
import { trpc } from "../../trpc.ts";
import type { CustomerFile } from "../parts/answers.ts";
import { NOTE } from "../parts/fields.ts";
import { dayOf } from "../parts/moment-text.ts";
import { signedText, sumOf } from "../parts/signed-money.ts";
import type { CustomerAct } from "./customer-act.ts";

/** The words of closing an account for good: what goes when, and any obstacles. */
function erasure({ user, balance, held }: CustomerFile, closing: ClosingPlan): Omit<CustomerAct, "run"> {
  const isPossible = closing.obstacles.length === 0;
  return {
    name: "erase",
    title: "Close and erase",
    button: "Close account",
    letter: "x",
    kind: "danger",
    needs: "ops.customers.erase",
    about: isPossible
      ? "For a customer who asks. It can’t be undone. Offer a copy of the data first."
      : obstacleWords(closing, leftText(balance, held)),
    isPossible,
    fields: isPossible ? [NOTE] : [],
    ...(isPossible && {
      reads: "Your account is closed. No one can log in to it any more.",
      changes: [
        { what: "Account", before: user.status, after: "closed for good" },
        { what: "Tokens, webhooks, alerts, recurring buys", before: "kept", after: "deleted now" },
        { what: "Logins, devices, emails", before: "kept", after: `deleted after ${TRACES_DAYS} days` },
        {
          what: "Identity, photos, bank accounts, names in transactions",
          before: "kept",
          after:
            closing.kept_until === null
              ? `deleted after ${TRACES_DAYS} days`
              : `deleted after ${dayOf(closing.kept_until)}`,
        },
      ],
    }),
    done: "Account closed",
  };
}

/** Money of a customer, set aside or not: '250,000.00 AUD, 2.50000000 BTC'. */
const leftText = (balance: CustomerFile["balance"], held: CustomerFile["held"]): string =>
  Object.entries(balance)
    .map(([code, available]) => [code, sumOf([available, held[code] ?? "0"])] as const)
    .filter(([, amount]) => !isZero(amount))
    .map(([code, amount]) => signedText(amount, code))
    .join(", ");

/** Obstacles to closing an account, for staff. */
const obstacleWords = ({ obstacles }: ClosingPlan, left: string): string =>
  `${obstacles
    .map(({ kind, message }) =>
      kind === "balance"
        ? `Left: ${left}. The customer withdraws first, or a second person approves an adjustment`
        : message,
    )
    .join(". ")}.`;

/** Closing the account for good; null if it is closed. */
export function useErasing(file: CustomerFile): CustomerAct | null {
  const { user, closing } = file;
  const erase = trpc.ops.customers.erase.useMutation();
  if (closing === null) return null;
  return {
    ...erasure(file, closing),
    run: ({ internal_note = "" }) => erase.mutateAsync({ id: user.id, internal_note }),
  };
}
