import { displayDecimal, displayTime } from "@wattle/exchange-core/display";
import { Notice } from "../../ui/notice.tsx";
import { Button } from "../../controls/button.tsx";
import { Dialog } from "../../controls/dialog.tsx";
import { currencyOf } from "@wattle/contracts/markets";
import { amountText, coinPrice } from "../../money/price-figures.ts";
import { SignedText } from "../../receipts/quote-proof.tsx";
import { claimsOf } from "../../receipts/verify-quote.ts";
import { buttonClass } from "../../ui/button.tsx";
import type { TransactionRecord } from "../parts/answers.ts";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { deskZone } from "../parts/zone.ts";

/** An exchange whose rate was signed. */
type Quoted = TransactionRecord & { readonly quote: NonNullable<TransactionRecord["quote"]> };

export const isQuoted = (record: TransactionRecord): record is Quoted =>
  record.quote !== null && record.rate !== null;

/** The time of an exchange or a rate, as its customer reads it everywhere. */
const timeText = (milliseconds: number): string => displayTime(milliseconds, deskZone());

/** A moment that a signed rate names in seconds since 1970. */
function momentOf(jws: string, claim: "iat" | "exp"): string {
  const seconds = claimsOf(jws)?.[claim];
  return typeof seconds === "number" ? timeText(seconds * 1000) : "–";
}

/**
 * Answer to a customer who asks why an exchange had its price, under the greeting: the facts, and how to check them
 * without us.
 */
export function priceWords(record: Quoted): string {
  const { reference, quote, fee, fee_amount: feeAmount, fee_currency: feeCurrency } = record;
  const { credit_currency, debit_currency, rate } = record;
  const coin = coinPrice({ credit_currency, debit_currency, rate: rate ?? "" });
  const market = record.market_price;
  const money = currencyOf(credit_currency)?.kind === "crypto" ? debit_currency : credit_currency;
  return [
    `You asked about the price of exchange ${reference}. You gave ${amountText(record.credit, credit_currency)} and got ${amountText(record.debit, debit_currency)} on ${timeText(Date.parse(record.created_at))}.`,
    [
      ...(coin === undefined ? [] : [`1 ${coin.coin} was ${coin.price}.`]),
      `We signed this rate on ${momentOf(quote.jws, "iat")}, before you accepted it, and held it until ${momentOf(quote.jws, "exp")}.`,
      ...(feeAmount === null || feeCurrency === null
        ? []
        : [`Our fee was ${fee}%: ${amountText(feeAmount, feeCurrency)}.`]),
      ...(market === null || market.doubt !== null
        ? []
        : [
            `The market price we recorded on ${timeText(Date.parse(market.recorded_at))} was ${displayDecimal(market.rate, 2)} ${money}.`,
          ]),
    ].join(" "),
    `You can check our signature without us: any JWS library does it, with our public key ${quote.kid} at ${quote.jwks_url}. Your receipt checks it too. This is what we signed:`,
    quote.jws,
  ].join("\n\n");
}

/** Warning before the answer: the price of that time was in doubt. */
export function doubtText({ market_price: market }: TransactionRecord): string | undefined {
  if (market === null || market.doubt === null) return undefined;
  const { pair, at, reason } = market.doubt;
  return `${pair} was paused on ${momentText(at)}: ${reason}. The answer leaves that price out. Check it before you answer.`;
}

/** The same as an email of its own. */
const answerText = (record: Quoted): string => `Hi ${record.customer.first_name},\n\n${priceWords(record)}`;

/** Prepares the answer to a complaint about a price: the text, and the proof. */
export function PriceAnswer({ record, onClose }: { readonly record: Quoted; readonly onClose: () => void }) {
  const text = answerText(record);
  const doubt = doubtText(record);
  const subject = encodeURIComponent(`The price of exchange ${record.reference}`);
  const to = encodeURIComponent(record.customer.email);
  return (
    <Dialog open place="side" title={`Price of ${record.reference}`} onClose={onClose}>
      <div className={parts["form"]}>
        {doubt !== undefined && (
          <Notice kind="warn">
            <p>{doubt}</p>
          </Notice>
        )}
        <p className={parts["label"]}>What the customer will read</p>
        <div className={parts["reads"]}>{text.slice(0, -record.quote.jws.length).trimEnd()}</div>
        <SignedText quote={record.quote} />
        <div className={parts["sideFoot"]}>
          <a
            href={`mailto:${to}?subject=${subject}&body=${encodeURIComponent(text)}`}
            className={buttonClass("primary")}
            data-autofocus
          >
            Write the email
          </a>
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
