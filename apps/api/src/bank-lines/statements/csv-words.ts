/** Words by which banks say in a CSV file what a row is. */
import type { Said } from "./statement.ts";

const wordsOf = (cell: string): string =>
  cell
    .toLowerCase()
    .replaceAll(/[_\s]+/g, " ")
    .replace(/\.$/, "")
    .trim();
const setOf = (words: string): ReadonlySet<string> => new Set(words.split("|"));

/** States in which a payment is final. */
const FINAL = setOf(
  "approved|booked|cleared|complete|completed|completed successfully|confirmed|done|executed|final|ok|paid|posted|processed|settled|succeeded|success|successful",
);
/** States in which it isn't, or no longer. */
const NOT_FINAL =
  /^(?:(?:in|un|not )?(?:authori[sz]ed|booked|cleared|complete|completed|confirmed|paid|posted|processed|settled|successful)|abandoned|awaiting\b.*|cancel+ed|declined|dishonou?red|error|expected|expired|failed|failure|hold|held|in progress|initiated|on hold|open|pending\b.*|processing|queued|rejected|returned|reversed|reverted|scheduled|upcoming|voided)$/;

export const isFinal = (cell: string): boolean => FINAL.has(wordsOf(cell));
/** Whether a cell is a state that isn't final, whatever its column is called. */
export const isUnfinished = (cell: string): boolean => {
  const words = wordsOf(cell);
  return !FINAL.has(words) && NOT_FINAL.test(words);
};
const UNFINISHED_TYPE = /\b(?:pending|declined|failed|cancel+ed|authori[sz]ation|on hold)\b/i;
const UNFINISHED_TEXT = /^\W*(pending|authori[sz]ation(?: hold)?|uncleared|on hold|hold)\s*[-:–—*)\]]/i;

/** The word by which a type, or a text's beginning, says that a line isn't final. */
export const unfinishedIn = (type: string, text: string): string | undefined =>
  UNFINISHED_TYPE.exec(type)?.[0] ?? UNFINISHED_TEXT.exec(text)?.[1];

/** A line above others that says they are not booked yet. */
export const isUnfinishedHeading = (text: string): boolean =>
  /^\W*(?:authori[sz]|pending|scheduled|unbooked|uncleared|unposted|upcoming)\w*\b(?:[ \w]*)\W*$/i.test(text);

const SURE: Readonly<Record<"in" | "out", ReadonlySet<string>>> = {
  in: setOf("+|c|cr|credit|credited|in|incoming|inflow|inward|inwards|money in|paid in"),
  out: setOf("-|–|−|d|dr|debit|debited|out|outgoing|outflow|outward|outwards|money out|paid out"),
};
/** Words of one meaning in a column that has nothing but such. */
const WIDER: Readonly<Record<"in" | "out", ReadonlySet<string>>> = {
  in: setOf(
    "cash in|deposit|deposits|lodgement|lodgment|received|receipt|transfer in|credit transfer|top up",
  ),
  out: setOf(
    "cash out|payment|payments|sent|spend|spent|transfer out|withdrawal|withdrawals|withdrawn|debit transfer",
  ),
};
/** Words of a type that has more words, or can mean either. */
const LIKELY_OUT =
  /\b(?:airtime|atm|bill|card|charge|cheque|chq|debit|dr|eftpos|fee|out|outward|pos|purchase|sent|spend|spent|wdl|withdraw\w*)s?\b/;
/** Words that say in, whatever was brought: `Cheque deposit`. */
const SURELY_IN = /^(?!.*\b(?:charge|fee|withdraw\w*)s?\b).*\b(?:dep|deposit|refund)s?\b/;
const LIKELY_IN = /\b(?:cr|credit|dep|deposit|in|incoming|inward|received|refund|top ?up)s?\b/;

/** Direction that a type says. */
export function saidBy(type: string): Said {
  const words = wordsOf(type);
  if (SURE.in.has(words)) return { direction: "in" };
  if (SURE.out.has(words)) return { direction: "out" };
  if (SURELY_IN.test(words)) return { hint: "in" };
  if (LIKELY_OUT.test(words)) return { hint: "out" };
  if (LIKELY_IN.test(words)) return { hint: "in" };
  return /\b(?:payment|payout)s?\b/.test(words) ? { hint: "out" } : {};
}

/** Whether a type says a direction, or seems to. Letters mean what the others of their column do: `D` and `W` are deposit and withdrawal. */
export const saysAnything = (type: string): boolean =>
  type.length > 1 && Object.keys(saidBy(type)).length > 0;

/** Direction that a cell says in a column of nothing but directions. @param wide whether words count that can mean more */
export function directionIn(cell: string, wide = true): "in" | "out" | undefined {
  const words = wordsOf(cell);
  const says = (way: "in" | "out"): boolean => SURE[way].has(words) || (wide && WIDER[way].has(words));
  return says("in") ? "in" : says("out") ? "out" : undefined;
}

/** Words that may follow a balance or a sum: `as at 20/11`. */
const OF_WHEN = String.raw`(?:\s+(?:as|at|brought|carried|of|on|for|credits?|debits?)\b.*)?\W*$`;
const WHICH =
  "opening|closing|starting|start|ending|end|initial|previous|prior|current|available|ledger|account|running|daily|statement|cleared|book";
const FORWARD = String.raw`(?:brought|carried)[ -](?:forward|fwd|down)|forward|fwd|[bc]\/?(?:f|d|fwd)`;
/** A text of a row that says a balance, and is no payment. */
const BALANCE = new RegExp(
  String.raw`^(?:(?:(?:(?:${WHICH}) )+bal(?:ance|\.)?|bal(?:ance|\.)? (?:${FORWARD})|(?:brought|carried)[ -](?:forward|fwd)|[bc]\/(?:f|d|fwd))${OF_WHEN}|bal(?:ance|\.)?(?:\s+as (?:at|of)\b.*)?\W*$)`,
  "i",
);
/** The same of the sums of a file's columns. */
const TOTAL = new RegExp(String.raw`^(?:(?:sub|grand|running)[ -]?)?totals?${OF_WHEN}|^sum\W*$`, "i");
export const isTotal = (cell: string): boolean => TOTAL.test(cell);
export const isBalanceOrTotal = (cell: string): boolean => BALANCE.test(cell) || isTotal(cell);
