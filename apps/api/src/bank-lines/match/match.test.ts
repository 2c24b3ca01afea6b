import { describe, expect, test } from "vitest";
import { referenceOf } from "../../reference.ts";
import { indexReferences, squeeze } from "./find-reference.ts";
import { judgeOutgoing, type EarlierLine } from "./judge-outgoing.ts";
import { judgeBounce, judgePayout, type Returnable, type Unshown } from "./judge-payout.ts";
import { nameFitOf } from "./name-fit.ts";
import { indexCandidates, judgeIncoming, type Candidate, type IncomingLine } from "./propose.ts";

const deposit = (mark: string, changes: Partial<Candidate> = {}): Candidate => ({
  id: mark,
  reference: referenceOf(mark),
  crn: null,
  customer: `customer-${mark}`,
  first_name: "Jo",
  last_name: "Smith",
  currency: "AUD",
  status: "awaiting_payment",
  announced: 100_000n,
  credited: 0n,
  shown: 0n,
  expiresOn: "2026-11-20",
  held: false,
  ...changes,
});

const JO = deposit("jo");
const MARY = deposit("mary", { first_name: "Mary-Jane", last_name: "O'Brien", announced: 25_000n });
const OLD = deposit("old", { status: "completed", credited: 50_000n, shown: 50_000n, announced: 50_000n });
const BY_HAND = deposit("by hand", { status: "completed", credited: 70_000n, announced: 70_000n });
const LATE = deposit("late", { status: "expired" });
const GONE = deposit("gone", { status: "cancelled" });
const BACK = deposit("back", { status: "returned" });
const NAIRA = deposit("naira", { currency: "NGN" });
const HELD = deposit("held", { held: true, announced: 12_345n });
const BILL = deposit("bill", { crn: "1234567897", announced: 3_333n });
const INDEX = indexCandidates([JO, MARY, OLD, BY_HAND, LATE, GONE, BACK, NAIRA, HELD, BILL]);

const R = JO.reference;
const BARE = squeeze(R);
const M = MARY.reference;
/** The reference with another character at a place. */
const wrong = (place: number, by?: string): string => {
  const other = by ?? (BARE[place] === "A" ? "B" : "A");
  return BARE.slice(0, place) + other + BARE.slice(place + 1);
};
const line = (text: string, changes: Partial<IncomingLine> = {}): IncomingLine => ({
  amount: 100_000n,
  currency: "AUD",
  booked_on: "2026-11-23",
  text,
  payer: "JO SMITH",
  ...changes,
});
/** `jo exact certain`, or why nothing is proposed. */
const brief = (incoming: IncomingLine): string => {
  const judged = judgeIncoming(incoming, INDEX);
  if (judged.proposal === null) return judged.reasons.length === 0 ? "nothing" : "several";
  const { deposit: found, how, certain } = judged.proposal;
  return `${found.id} ${how}${certain ? " certain" : ""}`;
};

describe("texts as banks write them", () => {
  test.each<[string, string, Partial<IncomingLine>, string]>([
    ["the reference alone", R, {}, "jo exact certain"],
    ["without dashes", BARE, {}, "jo exact certain"],
    ["lower case", R.toLowerCase(), {}, "jo exact certain"],
    ["with spaces for dashes", R.replaceAll("-", " "), {}, "jo exact certain"],
    ["a space after each character", Array.from(BARE).join(" "), {}, "jo exact certain"],
    ["with other dashes", R.replaceAll("-", "–"), {}, "jo exact certain"],
    ["with dots", R.replaceAll("-", "."), {}, "jo exact certain"],
    ["with slashes", R.replaceAll("-", "/"), {}, "jo exact certain"],
    ["in front of words", `${R} bitcoin deposit`, {}, "jo exact certain"],
    ["after words", `Direct Credit 301500 JO SMITH ${R}`, {}, "jo exact certain"],
    ["between words", `OSKO PAYMENT ${R} FROM JO SMITH`, {}, "jo exact certain"],
    ["glued to the word before", `PAYMENT${BARE}`, {}, "jo exact certain"],
    ["glued to the word after", `${BARE}SMITH`, {}, "jo exact certain"],
    ["glued to digits", `0001${BARE}22112026`, {}, "jo exact certain"],
    ["glued on both sides in lower case", `ref${BARE.toLowerCase()}jo`, {}, "jo exact certain"],
    ["behind a label", `Reference: ${R}`, {}, "jo exact certain"],
    ["behind a label with a hash", `REF#${BARE}`, {}, "jo exact certain"],
    ["in brackets and quotes", `"(${R})"`, {}, "jo exact certain"],
    ["in an NPP text", `Fast Transfer From JO SMITH ${R} PayID email`, {}, "jo exact certain"],
    ["in an NPP text with an end-to-end number", `NPP20261122 ${R} E2E NOTPROVIDED`, {}, "jo exact certain"],
    ["twice", `${R} ${R}`, {}, "jo exact certain"],
    ["over a line break", `${R.slice(0, 8)}\n${R.slice(8)}`, {}, "jo exact certain"],
    ["split by the bank at a column", `${BARE.slice(0, 7)} ${BARE.slice(7)} SYDNEY`, {}, "jo exact certain"],
    [
      "split over two fields with a label between",
      `REF1 ${BARE.slice(0, 6)} REF2 ${BARE.slice(6)}`,
      {},
      "jo split",
    ],
    [
      "split over payer and text",
      BARE.slice(5),
      { payer: `JO SMITH ${BARE.slice(0, 5)}` },
      "jo exact certain",
    ],
    [
      "split over text and payer",
      BARE.slice(0, 4),
      { payer: `${BARE.slice(4)} JO SMITH` },
      "jo exact certain",
    ],

    ["cut to eleven", BARE.slice(0, 11), {}, "jo cut"],
    ["cut to nine", BARE.slice(0, 9), {}, "jo cut"],
    ["cut to eight", BARE.slice(0, 8), {}, "jo cut"],
    ["cut to eight, dashed", R.slice(0, 9), {}, "jo cut"],
    ["cut at 18 characters by the bank", `PAYMENT ${BARE}`.slice(0, 18), {}, "jo cut"],
    ["cut and followed by words", `${BARE.slice(0, 9)} * JO SMITH SYDNEY`, {}, "jo cut"],
    ["cut to seven is nothing, but amount and name are his alone", BARE.slice(0, 7), {}, "jo amount"],
    ["cut to seven, from someone else", BARE.slice(0, 7), { payer: "A STRANGER" }, "nothing"],

    ["the first character wrong", wrong(0), {}, "jo corrected"],
    ["one in the middle wrong", wrong(5), {}, "jo corrected"],
    ["one after the middle wrong", wrong(6), {}, "jo corrected"],
    ["the check character wrong", wrong(11), {}, "jo corrected"],
    ["O where there is none", wrong(3, "O"), {}, "jo corrected"],
    ["0 where there is none", wrong(3, "0"), {}, "jo corrected"],
    ["1 where there is none", wrong(8, "1"), {}, "jo corrected"],
    ["I where there is none", wrong(8, "I"), {}, "jo corrected"],
    ["one wrong, glued to words", `PAYMENT${wrong(4)}JO`, {}, "jo corrected"],
    [
      "one wrong, in lower case with spaces",
      Array.from(wrong(2).toLowerCase()).join(" "),
      {},
      "jo corrected",
    ],
    ["one wrong, from someone else", wrong(4), { payer: "A STRANGER" }, "jo corrected"],
    [
      "two wrong, from someone else",
      wrong(0).slice(0, 7) + wrong(7).slice(7),
      { payer: "A STRANGER" },
      "nothing",
    ],

    ["two references of two deposits", `${R} ${M}`, {}, "several"],
    [
      "one whole, another cut: the whole one counts",
      `${R} ${squeeze(M).slice(0, 9)}`,
      {},
      "jo exact certain",
    ],
    [
      "one whole, another with one wrong",
      `${wrong(4)} ${M}`,
      { amount: 25_000n, payer: "MJ OBRIEN" },
      "mary exact",
    ],
    ["someone else's reference", M, {}, "mary exact"],
    ["an old reference", OLD.reference, { amount: 50_000n }, "old exact"],
    ["a deposit credited by hand", BY_HAND.reference, { amount: 70_000n }, "by hand exact"],
    ["an expired deposit", LATE.reference, {}, "late exact"],
    ["a cancelled deposit", GONE.reference, {}, "gone exact"],
    ["a returned deposit", BACK.reference, {}, "back exact"],
    ["a deposit in another currency", NAIRA.reference, {}, "several"],
    ["a reference of no one here", referenceOf("someone"), { payer: "A STRANGER" }, "nothing"],

    ["less than planned", R, { amount: 99_000n }, "jo exact"],
    ["more than planned", R, { amount: 100_001n }, "jo exact"],
    ["a cent less", R, { amount: 99_999n }, "jo exact"],
    ["from a third party", R, { payer: "ACME PTY LTD" }, "jo exact"],
    ["the bank names no payer", R, { payer: null }, "jo exact"],
    ["no payer, the whole name in the text", `FROM JO SMITH ${R}`, { payer: null }, "jo exact certain"],
    ["an empty payer, the whole name in the text", `FROM JO SMITH ${R}`, { payer: "" }, "jo exact"],
    ["no payer, an initial in the text", `DIRECT CREDIT J SMITH ${R}`, { payer: null }, "jo exact"],
    ["no payer, a company in the text", `JO SMITH PTY LTD ${R}`, { payer: null }, "jo exact"],
    [
      "another payer, and the customer's name in the text",
      `FOR JO SMITH ${R}`,
      { payer: "ACME" },
      "jo exact",
    ],
    ["a title before the name", R, { payer: "MR JO SMITH" }, "jo exact certain"],
    ["the last name first", R, { payer: "SMITH, JO" }, "jo exact certain"],
    ["an initial for the first name", R, { payer: "J SMITH" }, "jo exact"],
    ["both names, of two people", R, { payer: "JO BROWN & PAT SMITH" }, "jo exact"],
    ["a company of the name", R, { payer: "JO SMITH PTY LTD" }, "jo exact"],
    ["a customer who may not deposit now", HELD.reference, { amount: 12_345n }, "held exact"],

    ["no reference, but amount and name", "Savings", {}, "jo amount"],
    ["no reference, the name in the text", "DIRECT CREDIT SMITH J", { payer: null }, "jo amount"],
    ["no reference, another amount", "Savings", { amount: 100_001n }, "nothing"],
    ["no reference, another name", "Savings", { payer: "PAT SMITH" }, "nothing"],
    ["no reference, no name", "Savings", { payer: null }, "nothing"],
    ["nothing at all", "", { payer: null }, "nothing"],

    ["the numeric reference of a bill", "BPAY 1234567897 22112026", { amount: 3_333n }, "bill exact certain"],
    ["the numeric reference with spaces", "BILL 123 456 789 7", { amount: 3_333n }, "bill exact certain"],
    ["the numeric reference with dashes", "BILL 123-456-789-7", { amount: 3_333n }, "bill exact certain"],
    ["the numeric reference with a wrong digit", "BPAY 1234567807", { amount: 3_333n }, "bill corrected"],
    ["the numeric reference with a wrong check digit", "BPAY 1234567890", { payer: null }, "bill corrected"],
    ["a number with two wrong digits", "BPAY 1234567801", { payer: null }, "nothing"],
    ["another number whose check digit holds", "BPAY 1234567806 0000000000", { payer: null }, "nothing"],
    ["the numeric reference inside a longer number", "9912345678971", { payer: null }, "nothing"],
  ])("%s", (_case, text, changes, expected) => expect(brief(line(text, changes))).toBe(expected));
});

test("where two deposits fit amount and name there is no proposal", () => {
  const twins = indexCandidates([JO, deposit("twin")]);
  expect(judgeIncoming(line("Savings"), twins)).toEqual({ proposal: null, reasons: [] });
});

test("a cut reference that two deposits begin with is no proposal", () => {
  const twin = {
    ...deposit("twin"),
    reference: `${R.slice(0, 9)}${R.slice(9) === "2222" ? "3333" : "2222"}`,
  };
  const judged = judgeIncoming(line(BARE.slice(0, 8)), indexCandidates([JO, twin]));
  expect(judged.proposal).toBeNull();
});

test("a proposal says why, and what speaks against it", () => {
  const judged = judgeIncoming(line(wrong(3, "O"), { amount: 99_000n, payer: "ACME" }), INDEX);
  expect(judged.proposal?.reasons).toEqual([
    `Reference off by one letter: ${wrong(3, "O")}.`,
    "10.00 AUD less than planned.",
    "Payer differs: “ACME”.",
  ]);
});

test.each<[string, Candidate, Partial<IncomingLine>, readonly string[]]>([
  ["more than planned", JO, { amount: 350_001n }, ["2,500.01 AUD more than planned."]],
  [
    "beyond what a float holds",
    JO,
    { amount: 9_007_199_254_840_993n },
    ["90,071,992,547,409.93 AUD more than planned."],
  ],
  ["a part of the name", JO, { payer: "J SMITH" }, ["Name not exact: “J SMITH”."]],
  [
    "a payer who writes a fact",
    JO,
    { payer: "MALLORY”. Credited  by hand before: “no" },
    ["Payer differs: “MALLORY'. Credited by hand before: 'no”."],
  ],
  ["a long payer", JO, { payer: "X".repeat(70) }, [`Payer differs: “${"X".repeat(40)}…”.`]],
  ["no name", JO, { payer: null }, ["The bank does not name the payer."]],
  ["days too late", LATE, {}, ["Paid 3 days after it expired."]],
  ["a day too late", LATE, { booked_on: "2026-11-21" }, ["Paid 1 day after it expired."]],
  ["expired after it was paid", LATE, { booked_on: "2026-11-20" }, ["This deposit has expired."]],
  ["paid already", OLD, { amount: 50_000n }, ["Already paid."]],
  ["credited by hand", BY_HAND, { amount: 70_000n }, ["Credited by hand before: no money moves again."]],
  ["credited by hand otherwise", BY_HAND, {}, ["Credited by hand before: 700.00 AUD."]],
])("what speaks against it has the figures: %s", (_case, candidate, changes, against) => {
  const judged = judgeIncoming(line(candidate.reference, changes), INDEX);
  expect(judged.proposal?.reasons.slice(1)).toEqual(against);
});

describe("a payer's name", () => {
  const jo = { first_name: "Jo", last_name: "Smith" };
  test.each([
    ["JO SMITH", jo, "fits"],
    ["SMITH, JO", jo, "fits"],
    ["MR J SMITH", jo, "fits"],
    ["J & M SMITH", jo, "fits"],
    ["Joanna Smith", jo, "differs"],
    ["JO SMITH", { first_name: "Joanna", last_name: "Smith" }, "fits"],
    ["SMITH", jo, "differs"],
    ["PAT SMITH", jo, "differs"],
    ["JO JONES", jo, "differs"],
    ["ACME PTY LTD", jo, "differs"],
    ["José Núñez", { first_name: "Jose", last_name: "Nunez" }, "fits"],
    ["LUKASZ ZAK", { first_name: "Łukasz", last_name: "Żak" }, "fits"],
    ["Đorđe Weiß", { first_name: "Dorde", last_name: "Weiss" }, "fits"],
    ["ИВАН ПЕТРОВ", { first_name: "Иван", last_name: "Петров" }, "fits"],
    ["MARY OBRIEN", { first_name: "Mary", last_name: "O'Brien" }, "fits"],
    ["JAN VAN DER BERG", { first_name: "Jan", last_name: "van der Berg" }, "fits"],
    ["JAN BERG", { first_name: "Jan", last_name: "van der Berg" }, "differs"],
    [null, jo, "unknown"],
    ["", jo, "unknown"],
  ] as const)("%s", (payer, customer, fit) => expect(nameFitOf(payer, "")(customer)).toBe(fit));
});

describe("money that went out", () => {
  const earlier = (id: string, changes: Partial<EarlierLine> = {}): EarlierLine => ({
    id,
    amount: 500n,
    bookedOn: "2026-11-20",
    text: "x",
    payer: null,
    status: "returned",
    ...changes,
  });
  const out = (text: string) => ({ amount: 500n, bookedOn: "2026-11-22", text, payer: null });
  test.each([
    ["the amount of a returned line", out("to Acme"), [earlier("a")], "paid_back a"],
    ["two returned lines of the amount", out("to Acme"), [earlier("a"), earlier("b")], undefined],
    ["a returned line of a later day", out("to Acme"), [earlier("a", { bookedOn: "2026-11-23" })], undefined],
    ["another amount", out("to Acme"), [earlier("a", { amount: 501n })], undefined],
    [
      "a credited line taken back",
      out("REVERSAL of credit"),
      [earlier("a", { status: "credited" })],
      "reversal a",
    ],
    ["a dishonour", out("Dishonoured payment"), [earlier("a", { status: "credited" })], "reversal a"],
    ["a credited line, and no word of it", out("Rent"), [earlier("a", { status: "credited" })], undefined],
    [
      "two credited lines of the amount",
      out("REVERSAL"),
      [earlier("a", { status: "credited" }), earlier("b", { status: "credited" })],
      undefined,
    ],
  ])("%s", (_case, line_, lines, expected) => {
    const judged = judgeOutgoing(line_, lines);
    expect(judged && `${judged.kind} ${judged.line}`).toBe(expected);
  });
});

describe("a line that shows a payout", () => {
  const BATCH: Unshown = {
    kind: "batch",
    id: "batch",
    amount: 450_000n,
    since: "2026-11-22",
    reference: "Payout 1a2b3c4d",
    sent: true,
  };
  const SINGLE: Unshown = { ...BATCH, kind: "withdrawal", id: "single", reference: R };
  const out = { amount: 450_000n, bookedOn: "2026-11-23", text: "DIRECT CREDIT 301500", payer: null };
  const toReturn: EarlierLine = { ...out, id: "in", status: "returned" };
  test.each([
    ["a batch's total", out, [BATCH], [], "batch certain"],
    ["two batches of one total", out, [BATCH, { ...BATCH, id: "other" }], [], undefined],
    [
      "two, of which the text names one",
      { ...out, text: "payout-1A2B3C4D" },
      [{ ...BATCH, id: "other", reference: "Payout 99999999" }, BATCH],
      [],
      "batch certain",
    ],
    ["a batch's total before it was called sent", out, [{ ...BATCH, sent: false }], [], "batch"],
    [
      "a batch before it was called sent, named by the text",
      { ...out, text: "payout-1A2B3C4D" },
      [{ ...BATCH, sent: false }],
      [],
      "batch certain",
    ],
    ["another amount", { ...out, amount: 450_001n }, [BATCH], [], undefined],
    ["before its file was taken", { ...out, bookedOn: "2026-11-21" }, [BATCH], [], undefined],
    ["a batch, where as much is to be given back", out, [BATCH], [toReturn], undefined],
    ["a payment that the bank takes back", { ...out, text: "DISHONOURED" }, [BATCH], [], undefined],
    ["a withdrawal by its reference", { ...out, text: `PAY ${BARE}` }, [SINGLE], [], "single certain"],
    ["a withdrawal by its amount", out, [SINGLE], [], "single"],
    [
      "a withdrawal's reference with another amount",
      { ...out, amount: 1n, text: R },
      [SINGLE],
      [],
      undefined,
    ],
    ["a batch and a withdrawal of one amount", out, [BATCH, SINGLE], [], undefined],
  ])("%s", (_case, line_, payouts, earlier, expected) => {
    const found = judgePayout(line_, payouts, earlier);
    expect(found && `${found.payout.id}${found.certain ? " certain" : ""}`).toBe(expected);
  });
});

describe("a payout that has come back", () => {
  const paid = (mark: string, changes: Partial<Returnable> = {}): Returnable => ({
    reference: referenceOf(mark),
    customer: mark,
    amount: 50_000n,
    returned: false,
    first_name: "Jo",
    last_name: "Smith",
    ...changes,
  });
  const [A, B] = [paid("a"), paid("b")];
  const index = (...all: readonly Returnable[]) => ({
    references: indexReferences(all.map(({ reference }) => reference)),
    byReference: new Map(all.map((each) => [each.reference, each])),
  });
  const back = (text: string, amount = 50_000n) => line(text, { amount });
  test.each([
    ["by its reference", back(`RETURN ${A.reference}`), [A, B], "a exact"],
    ["by its reference glued to words", back(`RTN${squeeze(B.reference)}CLOSED`), [A, B], "b exact"],
    ["its reference with another amount", back(A.reference, 1n), [A], undefined],
    ["two references", back(`${A.reference} ${B.reference}`), [A, B], undefined],
    ["on the balance again already", back(A.reference), [paid("a", { returned: true })], "a exact certain"],
    ["no reference, and the bank says so", back("RETURNED PAYMENT"), [A], "a amount"],
    ["no reference, two of the amount", back("RETURNED PAYMENT"), [A, B], undefined],
    ["no reference, and no word of it", back("DIRECT CREDIT"), [A], undefined],
  ])("%s", (_case, line_, withdrawals, expected) => {
    const found = judgeBounce(line_, index(...withdrawals));
    expect(found && `${found.withdrawal.customer} ${found.how}${found.certain ? " certain" : ""}`).toBe(
      expected,
    );
  });
});
