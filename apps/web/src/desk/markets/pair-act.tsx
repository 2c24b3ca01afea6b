import type { PairRecord } from "@wattle/contracts/market-records";
import type { SetPairInput } from "@wattle/contracts/market-inputs";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer, type ActField } from "../parts/act-drawer.tsx";
import { changedInput, wholeNumber, yesNo, YES_NO } from "./market-edits.ts";
import { pairName } from "./market-words.ts";

/** Fields of a pair, with their present values. */
const termsOf = (pair?: PairRecord): readonly ActField[] => [
  {
    name: "fee",
    label: "Fee in percent",
    hint: "0 to 50, up to 4 decimals. Below 0.3, a price can move by more than the fee in the 45 seconds for which a rate is held.",
    initial: pair?.fee ?? "",
  },
  {
    name: "spread_bp",
    label: "Spread in basis points",
    hint: "How much worse than the market price: 100 is 1%",
    initial: String(pair?.spread_bp ?? 0),
  },
  { name: "active", label: "Offered", options: YES_NO, initial: yesNo(pair?.active ?? true) },
  {
    name: "record_prices",
    label: "Keep prices for charts",
    options: YES_NO,
    initial: yesNo(pair?.record_prices ?? true),
  },
];

const read = (name: string, text: string): unknown =>
  name === "fee" ? text : name === "spread_bp" ? wholeNumber(text) : text === "yes";

interface PairActProps {
  readonly pair: PairRecord;
  /** A colleague has changed it while this was open. */
  readonly late: boolean;
  readonly onClose: () => void;
}

/** Changes what a pair costs, and whether it is offered. */
export function PairAct({ pair, late, onClose }: PairActProps) {
  const { from, to } = pair;
  const fields = termsOf(pair);
  return (
    <ActDrawer
      title={`Change ${pairName(pair)}`}
      button="Set terms"
      about={<p>Customers pay this within 5 seconds. Held rates don’t change.</p>}
      fields={fields}
      edits
      subject={pairName(pair)}
      late={late}
      done={`${pairName(pair)}: terms set`}
      call={(values) =>
        actCall("ops.markets.setPair", {
          from,
          to,
          ...(changedInput(fields, values, read) as Partial<SetPairInput>),
        })
      }
      onClose={onClose}
    />
  );
}

interface NewPairProps {
  /** Codes of all currencies. */
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Adds a pair. */
export function NewPair({ codes, onClose }: NewPairProps) {
  const options = codes.map((code) => ({ value: code, label: code }));
  const choice = (name: string, label: string): ActField => ({
    name,
    label,
    options: [{ value: "", label: "Choose" }, ...options],
  });
  const fields = [choice("from", "Customers pay"), choice("to", "Customers get"), ...termsOf()];
  return (
    <ActDrawer
      title="New pair"
      subject="pair"
      button="Add pair"
      about={
        <p>
          A pair works one way: buying and selling a coin are two pairs. Customers see it within 5 seconds.
        </p>
      }
      fields={fields}
      done="Pair added"
      call={({ from = "", to = "", ...values }) =>
        actCall("ops.markets.setPair", {
          from,
          to,
          ...(Object.fromEntries(
            termsOf().map(({ name }) => [name, read(name, (values[name] ?? "").trim())]),
          ) as Partial<SetPairInput>),
        })
      }
      onClose={onClose}
    />
  );
}
