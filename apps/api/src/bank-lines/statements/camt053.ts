import { readXmlParts, type XmlElement } from "../../xml-parts.ts";
import { isCurrency, readUnits } from "./amounts.ts";
import { readDay } from "./days.ts";
import { refuse, type Read } from "./read.ts";
import {
  addRefusal,
  BrokenStatement,
  requireAccount,
  requireCurrency,
  type Refusal,
  type Statement,
  type StatementLine,
  type StatementSettings,
} from "./statement.ts";
import { cleanName, cleanText } from "./texts.ts";

const DEEPEST = 40;
const REFUSALS = {
  document_type: "The file has a document type, which statements have not",
  broken: "The file is cut off, or is not XML",
  deep: "The file is nested too deeply",
} as const;
/** Elements of a statement that are read one after another; what is in them, and no more, is kept meanwhile. */
const PARTS: ReadonlySet<string> = new Set(["Acct", "Bal", "Ntry"]);

const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];
/** The element at a path of names, the first if there are several. */
const at = (element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((inner, name) => childrenOf(inner, name)[0], element);
const textAt = (element: XmlElement | undefined, ...path: readonly string[]): string =>
  at(element, ...path)?.text.trim() ?? "";

const OTHER_MESSAGES: Readonly<Record<string, string>> = {
  BkToCstmrDbtCdtNtfctn:
    "This is a notification of payments (CAMT.054), which are in the statement as well: export CAMT.053",
  CstmrCdtTrfInitn: "These are payments to be made, and no statement: export CAMT.053",
};
/** Messages that are read, with the element of a statement: intraday reports (CAMT.052) have booked entries as well. */
const MESSAGES: Readonly<Record<string, string>> = { BkToCstmrStmt: "Stmt", BkToCstmrAcctRpt: "Rpt" };

/**
 * Reads a file's parts as they end.
 * @throws BrokenStatement if it is not XML, is cut off, or is neither CAMT.053 nor CAMT.052
 */
function readParts(content: string, onStatement: () => void, onPart: (part: XmlElement) => void): void {
  let statement: string | undefined;
  readXmlParts(content, {
    deepest: DEEPEST,
    isPart({ name, line, depth }) {
      if (depth === 1 && name !== "Document") throw new BrokenStatement(line, "This is no CAMT.053");
      if (depth === 2 && name in OTHER_MESSAGES) throw new BrokenStatement(line, OTHER_MESSAGES[name] ?? "");
      if (depth === 2) statement = MESSAGES[name];
      if (depth === 3 && name === statement) onStatement();
      return depth === 4 && PARTS.has(name);
    },
    onPart,
    refusal: (why, line) => new BrokenStatement(line, REFUSALS[why]),
  });
  if (statement === undefined) throw new BrokenStatement(1, "This is no CAMT.053");
}

const amountUnits = (amount: XmlElement | undefined, currency: string): Read<bigint> =>
  isCurrency(amount?.attributes["Ccy"] ?? "", currency)
    ? readUnits(amount?.text ?? "", { currency })
    : refuse("This is in another currency");

/** An amount with the sign that its mark says. The amount itself has none. */
function signed(element: XmlElement, amount: XmlElement | undefined, currency: string): Read<bigint> {
  const [read, mark] = [amountUnits(amount, currency), textAt(element, "CdtDbtInd")];
  if (!read.ok) return read;
  if (mark === "CRDT" && read.value >= 0n) return read;
  if (mark === "DBIT" && read.value >= 0n) return { ok: true, value: -read.value };
  return refuse("Nothing says whether it came in or went out");
}

/** The payer's words, and the bank's other texts. */
function detailText(entry: XmlElement, details: readonly XmlElement[]): string {
  const written = details.flatMap((each) => {
    const remittance = at(each, "RmtInf");
    const structured = childrenOf(remittance, "Strd").flatMap((part) => [
      textAt(part, "CdtrRefInf", "Ref"),
      textAt(part, "RfrdDocInf", "Nb"),
      ...childrenOf(part, "AddtlRmtInf").map(({ text }) => text),
    ]);
    const endToEnd = textAt(each, "Refs", "EndToEndId");
    return [
      ...childrenOf(remittance, "Ustrd").map(({ text }) => text),
      ...structured,
      endToEnd === "NOTPROVIDED" ? "" : endToEnd,
      textAt(each, "AddtlTxInf"),
    ];
  });
  return cleanText([...written, textAt(entry, "AddtlNtryInf")].filter(Boolean).join(" "));
}

function payerOf(details: XmlElement | undefined, isCredit: boolean): string {
  const parties = at(details, "RltdPties");
  const names = (isCredit ? ["Dbtr", "UltmtDbtr"] : ["Cdtr", "UltmtCdtr"]).flatMap((name) => [
    textAt(parties, name, "Nm"),
    textAt(parties, name, "Pty", "Nm"),
  ]);
  return cleanName(names.find(Boolean) ?? "");
}

/** Amount of one payment of a batch, if the bank says it in the account's currency. */
function partOf(details: XmlElement, isCredit: boolean, currency: string): bigint | undefined {
  const said = [
    at(details, "Amt"),
    at(details, "AmtDtls", "TxAmt", "Amt"),
    at(details, "AmtDtls", "InstdAmt", "Amt"),
  ].find((amount) => amount !== undefined);
  const read = amountUnits(said, currency);
  if (!read.ok) return undefined;
  const mark = textAt(details, "CdtDbtInd") || (isCredit ? "CRDT" : "DBIT");
  return mark === "CRDT" ? read.value : -read.value;
}

/** An entry's lines: one, or one for each of its payments if the bank gives their amounts and they add up. */
function linesOf(
  entry: XmlElement,
  { account: { currency }, timeZone }: StatementSettings,
): Read<StatementLine[]> {
  const days = ["BookgDt", "ValDt"].flatMap((name) => [
    // A day can have a zone, which is the bank's.
    textAt(entry, name, "Dt").slice(0, 10),
    textAt(entry, name, "DtTm"),
  ]);
  const day = readDay(days.find(Boolean) ?? "", { timeZone });
  const total = signed(entry, at(entry, "Amt"), currency);
  if (!day.ok) return day;
  if (!total.ok) return total;
  const bankId = textAt(entry, "AcctSvcrRef");
  const line = (amount: bigint, details: readonly XmlElement[], number: number): StatementLine => ({
    line: number,
    bookedOn: day.value,
    amount,
    text: detailText(entry, details),
    // Several payments in one line have no one payer.
    payer: details.length > 1 ? "" : payerOf(details[0], amount > 0n),
    balance: null,
    ...(bankId !== "" && { bankId }),
  });
  const details = childrenOf(entry, "NtryDtls").flatMap((each) => childrenOf(each, "TxDtls"));
  const parts = details.map((each) => partOf(each, total.value > 0n, currency));
  const addsUp = parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n) === total.value;
  if (details.length < 2 || !addsUp || parts.includes(undefined))
    return { ok: true, value: [line(total.value, details, entry.line)] };
  return { ok: true, value: details.map((each, place) => line(parts[place] ?? 0n, [each], each.line)) };
}

/** Checks that a statement's lines lead from its opening balance to its closing one. */
class Chain {
  readonly #currency: string;
  #opening: bigint | null = null;
  #closing: { readonly line: number; readonly value: bigint } | null = null;
  #sum = 0n;
  constructor(currency: string) {
    this.#currency = currency;
  }
  add(amount: bigint): void {
    this.#sum += amount;
  }
  /** @throws BrokenStatement if it is no amount */
  balance(part: XmlElement): void {
    const code = textAt(part, "Tp", "CdOrPrtry", "Cd");
    const read = signed(part, at(part, "Amt"), this.#currency);
    if (!read.ok) throw new BrokenStatement(part.line, `Balance: ${read.reason}`);
    if (code === "OPBD" || code === "PRCD") this.#opening = read.value;
    if (code === "CLBD") this.#closing = { line: part.line, value: read.value };
  }
  get closing(): bigint | null {
    return this.#closing?.value ?? null;
  }
  /** @param hasGaps whether lines are missing that could not be read @throws BrokenStatement at the closing balance */
  end(hasGaps: boolean): void {
    if (hasGaps || this.#opening === null || this.#closing === null) return;
    if (this.#opening + this.#sum !== this.#closing.value)
      throw new BrokenStatement(this.#closing.line, "The balance does not add up here");
  }
}

/** The standard's states of an entry that isn't booked yet, or never will be. */
const NOT_BOOKED: ReadonlySet<string> = new Set(["PDNG", "INFO", "FUTR"]);

/** Reads a CAMT.053 statement or a CAMT.052 report, in any of their versions. Entries that are not booked yet are left out. @throws BrokenStatement */
export function readCamt053(content: string, settings: StatementSettings): Statement {
  const { account } = settings;
  const lines: StatementLine[] = [];
  const refused: Refusal[] = [];
  let chain = new Chain(account.currency);
  const entry = (part: XmlElement): void => {
    const status = textAt(part, "Sts", "Cd") || textAt(part, "Sts", "Prtry") || textAt(part, "Sts");
    if (NOT_BOOKED.has(status.toUpperCase())) return;
    if (status !== "" && status.toUpperCase() !== "BOOK") {
      addRefusal(refused, { line: part.line, reason: `Its state ${status.slice(0, 30)} isn't known` });
      return;
    }
    requireCurrency(at(part, "Amt")?.attributes["Ccy"] ?? "", account, part.line);
    const read = linesOf(part, settings);
    if (!read.ok) {
      addRefusal(refused, { line: part.line, reason: read.reason });
      return;
    }
    for (const line of read.value) {
      chain.add(line.amount);
      if (line.amount !== 0n) lines.push(line);
    }
  };
  const startStatement = (): void => {
    chain.end(refused.length > 0);
    chain = new Chain(account.currency);
  };
  readParts(content, startStatement, (part) => {
    if (part.name === "Acct") {
      requireAccount(textAt(part, "Id", "IBAN") || textAt(part, "Id", "Othr", "Id"), account, part.line);
      requireCurrency(textAt(part, "Ccy"), account, part.line);
    } else if (part.name === "Bal") chain.balance(part);
    else entry(part);
  });
  chain.end(refused.length > 0);
  return { lines, refused, closing: chain.closing };
}
