/** Which column of a CSV file has what, as the form has it: by places from 0, since a first line may name no columns. */
import type { StatementColumns } from "@wattle/contracts/bank-lines";

const KINDS = ["date", "amount", "debit", "credit", "text", "payer", "balance"] as const;

type Values = Readonly<Record<string, string>>;

/** What the form begins with: what is kept, as far as this file has it. */
export function chosenOf(columns: StatementColumns | null, firstLine: readonly string[]): Values {
  const { date_order: order = "day_first", ...names } = columns ?? {};
  const isByPlace = columns !== null && Object.values(names).every((name) => /^#\d+$/.test(name));
  const placeOf = (name: string | undefined): string => {
    if (name === undefined) return "";
    const place = isByPlace
      ? Number.parseInt(name.slice(1), 10) - 1
      : firstLine.findIndex((cell) => cell.toLowerCase() === name.toLowerCase());
    return place >= 0 && place < firstLine.length ? String(place) : "";
  };
  return {
    first: isByPlace ? "payment" : "names",
    date_order: order,
    ...Object.fromEntries(KINDS.map((kind) => [kind, placeOf(columns?.[kind])])),
  };
}

/** What is sent of it; undefined as long as something is missing. */
export function columnsOfChosen(values: Values, firstLine: readonly string[]): StatementColumns | undefined {
  const nameOf = (kind: (typeof KINDS)[number]): string | undefined => {
    const place = values[kind] ?? "";
    if (place === "") return undefined;
    return values["first"] === "payment"
      ? `#${Number.parseInt(place, 10) + 1}`
      : firstLine[Number.parseInt(place, 10)];
  };
  const [date, amount, debit, credit, text] = KINDS.map(nameOf);
  const [payer, balance] = [nameOf("payer"), nameOf("balance")];
  const sums =
    amount !== undefined
      ? { amount }
      : debit !== undefined && credit !== undefined
        ? { debit, credit }
        : undefined;
  if (date === undefined || text === undefined || sums === undefined) return undefined;
  return {
    date,
    date_order: values["date_order"] === "month_first" ? "month_first" : "day_first",
    ...sums,
    text,
    ...(payer !== undefined && { payer }),
    ...(balance !== undefined && { balance }),
  };
}
