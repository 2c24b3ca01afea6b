import { isZero } from "@wattle/exchange-core/decimal";
import type { ClosingPlan } from "@wattle/contracts/closing";
import type { CustomerFile } from "../parts/answers.ts";
import { actCall } from "../parts/act-call.ts";
import { NOTE } from "../parts/fields.ts";
import { signedText, sumOf } from "../parts/signed-money.ts";
import type { CustomerAct } from "./customer-act.ts";

/** The words of closing an account for good, and any obstacles. */
function erasure({ balance, held }: CustomerFile, closing: ClosingPlan): Omit<CustomerAct, "call"> {
  const isPossible = closing.obstacles.length === 0;
  return {
    name: "erase",
    title: "Close and erase",
    button: "Close account",
    letter: "x",
    kind: "danger",
    needs: "ops.customers.erase",
    about: isPossible
      ? "Only if the customer asks. It can’t be undone. Offer a copy of their data first."
      : obstacleWords(closing, leftText(balance, held)),
    isPossible,
    fields: isPossible ? [NOTE] : [],
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
        ? `Balance left: ${left}. The customer must withdraw it, or a second person must approve an adjustment`
        : message,
    )
    .join(". ")}.`;

/** Closing the account for good; null if it is closed. */
export function useErasing(file: CustomerFile): CustomerAct | null {
  const { user, closing } = file;
  if (closing === null) return null;
  return {
    ...erasure(file, closing),
    call: ({ internal_note = "" }) => actCall("ops.customers.erase", { id: user.id, internal_note }),
  };
}
