/** Names that are compared with lists, as people and banks write them. */
import { latinLetters } from "@wattle/contracts/bank-formats/plain-letters";

/** Words between the names of several people, or of one who acts for another. */
const BETWEEN =
  /\s+(?:t\/as?|trading as|c\/o|care of|and|atf|(?:as )?(?:the )?(?:trustees?|executors?|administrators?)(?: (?:for|of))?|on behalf of|obo|(?:the )?estate of|for)(?=\s)|[&+/]/i;
/** Words of an account or a trust that are no one's name. */
const NO_NAME =
  /^(?:the|joint|family|unit|discretionary|trust|super(?:annuation)?|smsf|funds?|acc(?:oun)?t|estate|as)$/i;
const FEWEST_WORDS = 2;

const wordsOf = (name: string): string[] =>
  latinLetters(name)
    .replaceAll(/['.]/g, "")
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The same for a name in any order of its words, in capitals or not. */
export const nameKey = (name: string): string => wordsOf(name).toSorted().join(" ");

/**
 * A name, and the names in it: a joint account has two, and one of a trust has that of its person among other words. All
 * of them together are like no one.
 */
export function namesIn(name: string): string[] {
  const parts = ` ${name.replaceAll(/\s+/g, " ")} `
    .split(BETWEEN)
    .map((part) => part.split(" ").filter((word) => word !== "" && !NO_NAME.test(word)))
    .filter((words) => words.length >= FEWEST_WORDS)
    .map((words) => words.join(" "));
  return [name, ...parts.filter((part) => nameKey(part) !== nameKey(name))];
}

/** Words of banks' texts that are no one's name. */
const BANK_WORDS = new Set(
  (
    "TRANSFER TFR TRF XFER DIRECT CREDIT FROM TO OSKO PAYMENT PAYMENTS PAY PAID PAYID NPP FAST DEPOSIT DEP REF REFERENCE " +
    "INTERNET ONLINE BANKING NETBANK MOBILE PHONE APP BPAY BANK ANZ CBA NAB WBC WESTPAC COMMBANK COMMONWEALTH INWARD INCOMING " +
    "RECEIVED BY VIA THE OF FOR VALUE DATE ACCOUNT ACC ACCT NO ID CASH RENT SALARY WAGES INVOICE INV FEE FEES LOAN GIFT SAVINGS " +
    "BITCOIN CRYPTO BTC ETH AUD AU AUS AUSTRALIA JAN FEB MAR APR MAY JUN JUL AUG SEP SEPT OCT NOV DEC JANUARY FEBRUARY MARCH " +
    "APRIL JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER MY YOUR MONEY TOP UP WEEKLY MONTHLY"
  ).split(" "),
);
const TITLE = /^(?:MR|MRS|MS|MISS|DR)$/;
/** Words before the name of a payer, not before another text. */
const PAYER_FOLLOWS = /\b(?:FROM|DIRECT CREDIT|OSKO(?: PAYMENT)?|MR|MRS|MS|MISS|DR)\b/;
/** A text of more words is no name. */
const MOST_WORDS = 5;

/** A payer as a bank's text names them, where its format has no place for it. */
interface TextPayer {
  readonly name: string;
  /** Whether it surely is a payer's name, and has no word of the customer's own. */
  readonly isOther: boolean;
}

/**
 * The payer's name in a bank's text, without the customer's own words, the reference and the bank's words.
 * @returns undefined if nothing is left that can be a name
 */
export function payerInText(
  text: string,
  { reference, own }: { readonly reference: string; readonly own: readonly string[] },
): TextPayer | undefined {
  const marks = new Set([...reference.split("-"), reference.replaceAll("-", "")]);
  const mine = new Set(own.flatMap(wordsOf));
  const words = wordsOf(text);
  const rest = words.filter((word) => !/\p{N}/u.test(word) && !marks.has(word) && !BANK_WORDS.has(word));
  const name = rest.filter((word) => !mine.has(word) && !TITLE.test(word));
  if (name.length < FEWEST_WORDS || name.length > MOST_WORDS) return undefined;
  const isOther = PAYER_FOLLOWS.test(words.join(" ")) && !rest.some((word) => mine.has(word));
  return { name: name.join(" "), isOther };
}
