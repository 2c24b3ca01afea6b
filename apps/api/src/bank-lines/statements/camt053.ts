import { SaxesParser, type SaxesTagPlain } from "saxes";
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

/** An element that is read as a whole. */
interface Element {
  readonly name: string;
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const DEEPEST = 40;
/** Elements of a statement that are read one after another; what is in them, and no more, is kept meanwhile. */
const PARTS: ReadonlySet<string> = new Set(["Acct", "Bal", "Ntry"]);

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];
/** The element at a path of names, the first if there are several. */
const at = (element: Element | undefined, ...path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((inner, name) => childrenOf(inner, name)[0], element);
const textAt = (element: Element | undefined, ...path: readonly string[]): string =>
  at(element, ...path)?.text.trim() ?? "";

/**
 * Reads a file's parts as they end. Documents with declarations are refused, so that nothing in them is expanded.
 * @throws BrokenStatement if it is not XML, is cut off, or is no CAMT.053
 */
function readParts(content: string, onStatement: () => void, onPart: (part: Element) => void): void {
  const parser = new SaxesParser();
  const open: Element[] = [];
  let depth = 0;
  let isStatement = false;
  const fail = (reason: string): never => {
    throw new BrokenStatement(Math.max(1, parser.line), reason);
  };
  parser.on("doctype", () => fail("The file has a document type, which statements have not"));
  parser.on("error", () => fail("The file is cut off, or is not XML"));
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    const local = localName(name);
    if (++depth > DEEPEST) fail("The file is nested too deeply");
    if (depth === 1 && local !== "Document") fail("This is no CAMT.053");
    if (depth === 2 && local === "BkToCstmrStmt") isStatement = true;
    if (depth === 3 && local === "Stmt") onStatement();
    const isPart = open.length === 0 && depth === 4 && PARTS.has(local);
    if (!isPart && open.length === 0) return;
    const element: Element = { name: local, line: parser.line, attributes, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const onText = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", () => {
    depth -= 1;
    const element = open.pop();
    if (element !== undefined && open.length === 0) onPart(element);
  });
  parser.write(content).close();
  if (!isStatement) throw new BrokenStatement(1, "This is no CAMT.053");
}

const amountUnits = (amount: Element | undefined, currency: string): Read<bigint> =>
  isCurrency(amount?.attributes["Ccy"] ?? "", currency)
    ? readUnits(amount?.text ?? "", { currency })
    : refuse("This is in another currency");

/** An amount with the sign that its mark says. The amount itself has none. */
function signed(element: Element, amount: Element | undefined, currency: string): Read<bigint> {
  const [read, mark] = [amountUnits(amount, currency), textAt(element, "CdtDbtInd")];
  if (!read.ok) return read;
  if (mark === "CRDT" && read.value >= 0n) return read;
  if (mark === "DBIT" && read.value >= 0n) return { ok: true, value: -read.value };
  return refuse("Nothing says whether it came in or went out");
}

/** The payer's words, and the bank's other texts. */
function detailText(entry: Element, details: readonly Element[]): string {
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

function payerOf(details: Element | undefined, isCredit: boolean): string {
  const parties = at(details, "RltdPties");
  const names = (isCredit ? ["Dbtr", "UltmtDbtr"] : ["Cdtr", "UltmtCdtr"]).flatMap((name) => [
    textAt(parties, name, "Nm"),
    textAt(parties, name, "Pty", "Nm"),
  ]);
  return cleanName(names.find(Boolean) ?? "");
}

/** Amount of one payment of a batch, if the bank says it in the account's currency. */
function partOf(details: Element, isCredit: boolean, currency: string): bigint | undefined {
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
  entry: Element,
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
  const line = (amount: bigint, details: readonly Element[], number: number): StatementLine => ({
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
  balance(part: Element): void {
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

/** Reads a CAMT.053 statement, in any of its versions. Entries that are not booked yet are left out. @throws BrokenStatement */
export function readCamt053(content: string, settings: StatementSettings): Statement {
  const { account } = settings;
  const lines: StatementLine[] = [];
  const refused: Refusal[] = [];
  let chain = new Chain(account.currency);
  const entry = (part: Element): void => {
    const status = textAt(part, "Sts", "Cd") || textAt(part, "Sts", "Prtry") || textAt(part, "Sts");
    if (status !== "" && status !== "BOOK") return;
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
