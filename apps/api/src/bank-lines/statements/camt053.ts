import { SaxesParser, type SaxesTagPlain } from "saxes";
import {
  BrokenStatement,
  requireAccount,
  requireCurrency,
  type Refusal,
  type Statement,
  type StatementAccount,
  type StatementLine,
} from "./statement.ts";
import { cleanName, cleanText, readDay, readUnits, type Read } from "./values.ts";

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
/** The element at a path of names, the first where there are several. */
const at = (element: Element | undefined, ...path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((inner, name) => childrenOf(inner, name)[0], element);
const textAt = (element: Element | undefined, ...path: readonly string[]): string =>
  at(element, ...path)?.text.trim() ?? "";

/**
 * Reads a file's parts as they end. Documents with declarations are refused, so that nothing in them is expanded.
 * @throws BrokenStatement where it is not XML, is cut off, or is no CAMT.053
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
  parser.on("text", (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on("closetag", () => {
    depth -= 1;
    const element = open.pop();
    if (element !== undefined && open.length === 0) onPart(element);
  });
  parser.write(content).close();
  if (!isStatement) throw new BrokenStatement(1, "This is no CAMT.053");
}

const signed = (element: Element, amount: Element | undefined): Read<bigint> => {
  const read = readUnits(amount?.text ?? "");
  return read.ok && textAt(element, "CdtDbtInd") === "DBIT" ? { ok: true, value: -read.value } : read;
};

/** What the payer has written, and whatever else the bank says. */
function detailText(entry: Element, details: Element | undefined): string {
  const written = childrenOf(at(details, "RmtInf"), "Ustrd").map(({ text }) => text);
  const references = childrenOf(at(details, "RmtInf"), "Strd").map((each) =>
    textAt(each, "CdtrRefInf", "Ref"),
  );
  const endToEnd = textAt(details, "Refs", "EndToEndId");
  const more = [textAt(details, "AddtlTxInf"), textAt(entry, "AddtlNtryInf")];
  return cleanText(
    [...written, ...references, endToEnd === "NOTPROVIDED" ? "" : endToEnd, ...more]
      .filter(Boolean)
      .join(" "),
  );
}

function payerOf(details: Element | undefined, isCredit: boolean): string {
  const party = at(details, "RltdPties", isCredit ? "Dbtr" : "Cdtr");
  return cleanName(textAt(party, "Nm") || textAt(party, "Pty", "Nm"));
}

/** An entry's lines: one, or one for each of its payments where the bank gives their amounts and they add up. */
function linesOf(entry: Element): Read<StatementLine[]> {
  const day = readDay(textAt(entry, "BookgDt", "Dt") || textAt(entry, "BookgDt", "DtTm"));
  const total = signed(entry, at(entry, "Amt"));
  if (!day.ok) return day;
  if (!total.ok) return total;
  const isCredit = total.value > 0n;
  const line = (amount: bigint, details: Element | undefined, number: number): StatementLine => ({
    line: number,
    bookedOn: day.value,
    amount,
    text: detailText(entry, details),
    payer: payerOf(details, isCredit),
    balance: null,
  });
  const details = childrenOf(entry, "NtryDtls").flatMap((each) => childrenOf(each, "TxDtls"));
  const parts = details.map((each) =>
    readUnits(textAt(each, "Amt") || textAt(each, "AmtDtls", "TxAmt", "Amt")),
  );
  const amounts = parts.flatMap((part) => (part.ok ? [isCredit ? part.value : -part.value] : []));
  const addsUp =
    amounts.length === details.length && amounts.reduce((sum, each) => sum + each, 0n) === total.value;
  if (details.length < 2 || !addsUp) return { ok: true, value: [line(total.value, details[0], entry.line)] };
  return { ok: true, value: details.map((each, place) => line(amounts[place] ?? 0n, each, each.line)) };
}

/** Checks that a statement's lines lead from its opening balance to its closing one. */
class Chain {
  #opening: bigint | null = null;
  #closing: { readonly line: number; readonly value: bigint } | null = null;
  #sum = 0n;
  add(amount: bigint): void {
    this.#sum += amount;
  }
  /** @throws BrokenStatement where it is no amount */
  balance(part: Element): void {
    const code = textAt(part, "Tp", "CdOrPrtry", "Cd");
    const read = signed(part, at(part, "Amt"));
    if (!read.ok) throw new BrokenStatement(part.line, `Balance: ${read.reason}`);
    if (code === "OPBD" || code === "PRCD") this.#opening = read.value;
    if (code === "CLBD") this.#closing = { line: part.line, value: read.value };
  }
  /** @param hasGaps whether lines are missing that could not be read @throws BrokenStatement at the closing balance */
  end(hasGaps: boolean): void {
    if (hasGaps || this.#opening === null || this.#closing === null) return;
    if (this.#opening + this.#sum !== this.#closing.value)
      throw new BrokenStatement(this.#closing.line, "The balance does not add up here");
  }
}

/** Reads a CAMT.053 statement, in any of its versions. Entries that are not booked yet are left out. @throws BrokenStatement */
export function readCamt053(content: string, account: StatementAccount): Statement {
  const lines: StatementLine[] = [];
  const refused: Refusal[] = [];
  let chain = new Chain();
  const entry = (part: Element): void => {
    const status = textAt(part, "Sts", "Cd") || textAt(part, "Sts");
    if (status !== "" && status !== "BOOK") return;
    requireCurrency(at(part, "Amt")?.attributes["Ccy"] ?? "", account, part.line);
    const read = linesOf(part);
    if (!read.ok) {
      refused.push({ line: part.line, reason: read.reason });
      return;
    }
    for (const line of read.value) {
      chain.add(line.amount);
      if (line.amount !== 0n) lines.push(line);
    }
  };
  const startStatement = (): void => {
    chain.end(refused.length > 0);
    chain = new Chain();
  };
  readParts(content, startStatement, (part) => {
    if (part.name === "Acct") {
      requireAccount(textAt(part, "Id", "IBAN") || textAt(part, "Id", "Othr", "Id"), account, part.line);
      requireCurrency(textAt(part, "Ccy"), account, part.line);
    } else if (part.name === "Bal") chain.balance(part);
    else entry(part);
  });
  chain.end(refused.length > 0);
  return { lines, refused };
}
