import { compareDecimals } from "@wattle/exchange-core/decimal";
import type { BankLineRecord } from "../parts/answers.ts";
import { actCall, type ActCall } from "../parts/act-call.ts";
import type { ActField } from "../parts/act-drawer.tsx";
import { MESSAGE, NOTE, noted, OPTIONAL_NOTE } from "../parts/fields.ts";
import { useMay } from "../parts/use-may.ts";
import { cameIn, goesTo, isOpen, lineMoney } from "../parts/line-words.ts";

/** To whom a line goes that is not credited as it is proposed. */
export interface Target {
  readonly name: string;
  /** The deposit that it is credited to, and what that has been credited with before. */
  readonly deposit?: { readonly id: string; readonly reference: string; readonly paid: string };
  readonly customer?: string;
  readonly email: string;
  /** In words. */
  readonly state: string;
  /** Planned amount of the deposit, with its currency; null for a customer. */
  readonly planned: string | null;
}

/** Acts on a line. */
export interface LineAct {
  readonly name: "credit" | "assign" | "return" | "own" | "payout";
  readonly letter: string;
  readonly title: string;
  readonly button: string;
  readonly fields: readonly ActField[];
  readonly done: string;
  readonly call: (values: Readonly<Record<string, string>>) => ActCall;
}

const LINE_MESSAGE = {
  ...MESSAGE,
  hint: "Kept with the line",
  presets: [
    "The payment came from an account in another name.",
    "We couldn’t match your payment to your account.",
    "This deposit was paid already.",
    "Your bank took the payment back.",
  ],
} as const satisfies ActField;

/** The user's view of a line: the server refuses if the line differs by then. */
export const seenOf = ({ proposal }: BankLineRecord) => ({
  reasons: proposal?.reasons ?? [],
  returns_deposit: proposal?.returns_deposit ?? false,
});

/** Its proposal: another one meanwhile does not redirect the act. */
export const referenceOf = ({ proposal }: BankLineRecord) =>
  proposal?.reference == null ? {} : { reference: proposal.reference };

/** Whether it would be credited beyond what its deposit is planned with, of which other lines have paid a part or all. */
const isBeyondPlan = ({ amount, proposal }: BankLineRecord): boolean =>
  proposal?.paid != null && (proposal.expected == null || compareDecimals(amount, proposal.expected) > 0);

/** Effect of a return on a line's money. */
function returnOf(line: BankLineRecord, told: boolean) {
  const money = lineMoney(line);
  const payer = line.payer || goesTo(line);
  const from = payer === "" ? "" : ` from ${payer}`;
  if (cameIn(line))
    return {
      title: `Return ${money}`,
      button: "Return it",
      hint: told ? MESSAGE.hint : LINE_MESSAGE.hint,
      done: `${money}${from} is to be returned`,
    };
  const button = "Settle it";
  if (line.proposal?.kind === "reversal")
    return {
      title: "Settle as taken back by the bank",
      button,
      hint: "Shown in the customer’s history",
      done: `${money}: settled as taken back by the bank`,
    };
  return {
    title: "Settle as given back",
    button,
    hint: LINE_MESSAGE.hint,
    done: `${money}: settled as given back`,
  };
}

/** The acts on a line, the proposed one first; those that one's roles lack are left out. @param target chosen by search */
export function useLineActs(line: BankLineRecord, target: Target | undefined): readonly LineAct[] {
  const may = useMay();
  const { id, proposal } = line;
  const told = cameIn(line) && proposal?.returns_deposit === true;
  const seen = seenOf(line);
  if (!isOpen(line)) return [];
  const [money, incoming] = [lineMoney(line), cameIn(line)];
  // Crediting it is another payment, so it must not be pressed by habit. Paying the rest is not.
  const isPaid = proposal?.paid != null && proposal.expected == null;
  const returned = returnOf(line, told);
  const creditTo = (name: string): Pick<LineAct, "title" | "button" | "done"> => ({
    title: `Credit ${money} to ${name}`,
    button: `Credit ${money}`,
    done: `${money} credited to ${name}`,
  });
  const acts: Readonly<Record<LineAct["name"], LineAct>> = {
    credit: {
      name: "credit",
      letter: isPaid ? "m" : "Enter",
      ...creditTo(isPaid ? `${goesTo(line)} as well` : goesTo(line)),
      fields: [isBeyondPlan(line) ? NOTE : OPTIONAL_NOTE],
      call: (values) => actCall("ops.bankLines.credit", { id, ...referenceOf(line), seen, ...noted(values) }),
    },
    assign: {
      name: "assign",
      letter: "s",
      ...creditTo(target?.name ?? ""),
      fields: [NOTE],
      call: (values) =>
        actCall("ops.bankLines.credit", {
          id,
          ...(target?.deposit !== undefined && {
            reference: target.deposit.reference,
            seen: { paid: target.deposit.paid },
          }),
          ...(target?.customer !== undefined && { customer: target.customer }),
          ...noted(values),
        }),
    },
    return: {
      name: "return",
      letter: "r",
      title: returned.title,
      button: returned.button,
      fields: [{ ...LINE_MESSAGE, hint: returned.hint }, OPTIONAL_NOTE],
      done: returned.done,
      call: ({ message = "", ...more }) =>
        actCall("ops.bankLines.return", { id, message, seen, ...noted(more) }),
    },
    own: {
      name: "own",
      letter: "o",
      title: `Own money: ${money}`,
      button: "Mark as own money",
      fields: [
        {
          name: "account",
          label: "It is",
          initial: "own",
          options: [
            { value: "own", label: "Our own: a fee, interest, a transfer" },
            { value: "venue", label: "To or from the venue where we hedge" },
          ],
        },
        { ...NOTE, presets: ["Bank fee", "Interest", "Transfer of our own"] },
      ],
      done: `${money} marked as own money`,
      call: ({ account, internal_note: note = "" }) =>
        actCall("ops.bankLines.ownMoney", {
          id,
          account: account === "venue" ? account : "own",
          internal_note: note,
        }),
    },
    payout: {
      name: "payout",
      letter: "p",
      title: "Settle a payout",
      button: "Settle payout",
      fields: [
        {
          name: "reference",
          label: "Withdrawal’s reference",
          hint: "If empty, the proposed one is used",
          optional: true,
        },
      ],
      done: `Payout of ${money} settled`,
      call: ({ reference = "" }) =>
        actCall("ops.bankLines.payout", {
          id,
          ...(reference.trim() !== "" && { reference: reference.trim() }),
        }),
    },
  };
  const order: readonly LineAct["name"][] = incoming
    ? proposal === null
      ? ["assign", "return", "own"]
      : isPaid
        ? ["return", "assign", "own", "credit"]
        : ["credit", "assign", "return", "own"]
    : proposal?.kind === "payout"
      ? ["payout", "own"]
      : proposal === null
        ? ["own", "payout", "return"]
        : ["return", "own", "payout"];
  const needs = {
    credit: "ops.bankLines.credit",
    assign: "ops.bankLines.credit",
    return: "ops.bankLines.return",
    own: "ops.bankLines.ownMoney",
    payout: "ops.bankLines.payout",
  } as const;
  return order.filter((name) => may(needs[name])).map((name) => acts[name]);
}
