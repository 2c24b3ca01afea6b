import type { CurrencyRecord } from "@wattle/contracts/market-records";
import type { SetCurrencyInput } from "@wattle/contracts/market-inputs";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer, type ActField } from "../parts/act-drawer.tsx";
import { changedInput, wholeNumber, yesNo, YES_NO } from "./market-edits.ts";

const LIMITS = [
  ["exchange_min", "Smallest exchange"],
  ["exchange_max", "Largest exchange"],
  ["deposit_min", "Smallest deposit"],
  ["deposit_max", "Largest deposit"],
  ["card_min", "Smallest card payment"],
  ["card_max", "Largest card payment"],
] as const;

const codesText = (codes: CurrencyRecord["source_codes"]): string =>
  Object.entries(codes)
    .map(([source, code]) => `${source}=${code}`)
    .join(", ");

/** `kraken=XBT, convert=BTC` as it is kept; undefined if it is written otherwise. */
function codesOf(text: string): Record<string, string> | undefined {
  const pairs = text.split(/[\s,]+/).filter(Boolean);
  const read = pairs.map((pair) => /^([^=]+)=([^=]+)$/.exec(pair));
  if (read.includes(null)) return undefined;
  return Object.fromEntries(read.map((match) => [match?.[1] ?? "", match?.[2] ?? ""]));
}

/** Fields of a kind of currency, with their present values. A coin has no limits of its own: they are in money. */
const fieldsOf = (kind: CurrencyRecord["kind"], currency?: CurrencyRecord): readonly ActField[] => [
  { name: "full_name", label: "Name", initial: currency?.full_name ?? "" },
  {
    name: "short_name",
    label: "Short name",
    ...(currency === undefined && { hint: "If empty, the code is used", optional: true }),
    initial: currency?.short_name ?? "",
  },
  { name: "active", label: "Offered", options: YES_NO, initial: yesNo(currency?.active ?? true) },
  ...(kind === "crypto"
    ? []
    : LIMITS.map(([name, label]) => ({
        name,
        label,
        optional: !name.startsWith("exchange"),
        initial: currency?.[name] ?? "",
      }))),
  {
    name: "residents_of",
    label: "Only for residents of",
    hint: "Two-letter country code. If empty, it’s for everyone",
    optional: true,
    initial: currency?.residents_of ?? "",
  },
  {
    name: "shown_decimals",
    label: "Decimals shown",
    optional: currency === undefined,
    initial: currency === undefined ? "" : String(currency.shown_decimals),
  },
  {
    name: "position",
    label: "Place in lists",
    hint: "Smaller numbers come first",
    optional: currency === undefined,
    initial: currency === undefined ? "" : String(currency.position),
  },
  {
    name: "source_codes",
    label: "Name at price sources",
    hint: "If it’s not the code: kraken=XBT",
    optional: true,
    initial: codesText(currency?.source_codes ?? {}),
    problem: (text) =>
      codesOf(text) === undefined ? "Write it as kraken=XBT, separated by commas" : undefined,
  },
];

function read(name: string, text: string): unknown {
  switch (name) {
    case "active":
      return text === "yes";
    case "shown_decimals":
    case "position":
      return wholeNumber(text);
    case "source_codes":
      return codesOf(text);
    case "full_name":
    case "short_name":
      return text;
    default:
      return text === "" ? null : text;
  }
}

interface CurrencyActProps {
  readonly currency: CurrencyRecord;
  /** A colleague has changed it while this was open. */
  readonly late: boolean;
  readonly onClose: () => void;
}

/** Changes a currency. */
export function CurrencyAct({ currency, late, onClose }: CurrencyActProps) {
  const { code, kind } = currency;
  const fields = fieldsOf(kind, currency);
  return (
    <ActDrawer
      title={`Change ${code}`}
      button="Set currency"
      about={<p>Customers see it within 5 seconds. Balances and history stay if you stop offering it.</p>}
      fields={fields}
      edits
      subject={code}
      late={late}
      done={`${code} set`}
      call={(values) =>
        actCall("ops.markets.setCurrency", {
          code,
          ...(changedInput(fields, values, read) as Partial<SetCurrencyInput>),
        })
      }
      onClose={onClose}
    />
  );
}

interface NewCurrencyProps {
  readonly kind: CurrencyRecord["kind"];
  readonly onClose: () => void;
}

/** Adds a coin, or money. */
export function NewCurrency({ kind, onClose }: NewCurrencyProps) {
  const fields = fieldsOf(kind);
  return (
    <ActDrawer
      title={kind === "crypto" ? "New coin" : "New money"}
      subject={kind}
      button={kind === "crypto" ? "Add coin" : "Add money"}
      about={<p>It needs a pair before customers can exchange it.</p>}
      fields={[{ name: "code", label: "Code", hint: "2 to 10 capital letters or digits" }, ...fields]}
      done="Currency added"
      call={({ code = "", ...values }) =>
        actCall("ops.markets.setCurrency", {
          code: code.trim().toUpperCase(),
          kind,
          ...(changedInput(fields, values, read) as Partial<SetCurrencyInput>),
        })
      }
      onClose={onClose}
    />
  );
}
