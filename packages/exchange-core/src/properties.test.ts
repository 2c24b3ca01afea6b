import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cleanTypedAmount,
  decimalTextOfJsonNumber,
  formatAmount,
  parseAmount,
  toAmount,
  type Amount,
} from "./amount.ts";
import { buyMax } from "./buy-max.ts";
import { checkAmount } from "./check-amount.ts";
import { convert, creditFor, prepareConversion, priceBreakdown, type Conversion } from "./convert.ts";
import { precisionOf, type Currency } from "./currency.ts";
import { displayAmount, displayBalances, displayDecimal } from "./display.ts";
import { formatFeePercent, parseFeePercent, type FeePercent } from "./fee.ts";
import { creditLimits, type AmountLimits } from "./limits.ts";
import { rateWithFee } from "./rate-with-fee.ts";
import {
  divideRates,
  formatRate,
  invertRate,
  multiplyRates,
  parseRate,
  truncateRate,
  type Rate,
} from "./rate.ts";
import { CURRENCIES } from "./testing/currencies.ts";

const MAX_UNITS = 2n ** 63n - 1n;

/** digits × 10^-scale, with an exponent of either sign, as a rate. */
function rateOf(digits: bigint, exponent: number): Rate {
  const rate = truncateRate(`${digits}e${exponent}`);
  if (rate === undefined) throw new Error("the generator left the range of rates");
  return rate;
}

const currencies = fc.constantFrom<Currency>(...Object.values(CURRENCIES));
const fiat = fc.constantFrom<Currency>(CURRENCIES.AUD, CURRENCIES.NGN, CURRENCIES.USD);
const crypto = fc.constantFrom<Currency>(CURRENCIES.BTC, CURRENCIES.ETH, CURRENCIES.BTH);
const anyUnits = fc.bigInt({ min: -(2n ** 63n), max: MAX_UNITS });
const someUnits = fc.oneof(
  fc.bigInt({ min: 0n, max: 1000n }),
  fc.bigInt({ min: 0n, max: 10n ** 12n }),
  fc.bigInt({ min: 0n, max: MAX_UNITS }),
);
const digits = fc.oneof(
  fc.bigInt({ min: 1n, max: 999n }),
  fc.bigInt({ min: 10n ** 17n, max: 10n ** 18n - 1n }),
  fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }),
);
/** Every rate there is, near enough: 18 digits anywhere between 10^-30 and 10^29. */
const anyRate = fc
  .tuple(digits, fc.integer({ min: -30, max: 29 }))
  .map(([value, order]) => rateOf(value, order - (value.toString().length - 1)));
/** Rates whose product is a rate. */
const middleRate = anyRate.filter(({ digits: value, scale }) => {
  const order = value.toString().length - 1 - scale;
  return order >= -15 && order < 14;
});
const fees = fc
  .tuple(fc.bigInt({ min: 0n, max: 999_999n }), fc.integer({ min: 0, max: 4 }))
  .map(([value, scale]): FeePercent => {
    const whole = (value / 10n ** BigInt(scale)) % 100n;
    const fraction = (value % 10n ** BigInt(scale)).toString().padStart(scale, "0");
    const fee = parseFeePercent(scale === 0 ? `${whole}` : `${whole}.${fraction}`);
    if (fee === undefined) throw new Error("the generator left the range of fees");
    return fee;
  });
/** A pair with a rate at which amounts of everyday size convert to amounts that fit: a coin is worth 10^-2 to 10^10. */
const pricedPairs = fc
  .tuple(fiat, crypto, digits, fc.integer({ min: -2, max: 9 }), fc.boolean())
  .map(([money, coin, value, order, selling]) => {
    const rate = rateOf(value, (selling ? order : -order) - (value.toString().length - 1));
    return selling ? { from: coin, to: money, rate } : { from: money, to: coin, rate };
  });
const conversions = fc.tuple(pricedPairs, fees).map(([pair, fee]) => prepareConversion({ ...pair, fee }));
const everydayUnits = fc.oneof(fc.bigInt({ min: 0n, max: 1000n }), fc.bigInt({ min: 0n, max: 10n ** 9n }));

/** rate × (100 − fee) / 100 × 10^(precision of to − precision of from), computed apart from the code under test. */
function exactFactor(conversion: Conversion): { readonly over: bigint; readonly under: bigint } {
  const { from, to, rate, fee } = conversion;
  const hundred = 100n * 10n ** BigInt(fee.scale);
  return {
    over: rate.digits * (hundred - fee.digits) * 10n ** BigInt(precisionOf(to)),
    under: 10n ** BigInt(rate.scale) * hundred * 10n ** BigInt(precisionOf(from)),
  };
}

describe("amounts", () => {
  test("parse after format is the identity", () => {
    fc.assert(
      fc.property(someUnits, currencies, (units, currency) => {
        const amount = toAmount(units, currency);
        expect(parseAmount(formatAmount(amount, currency), currency)).toEqual({ ok: true, amount });
      }),
    );
  });

  test("format after parse only fills in zeros", () => {
    const texts = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.stringMatching(/^(\.[0-9]{1,2})?$/))
      .map(([whole, fraction]) => `${whole}${fraction}`);
    fc.assert(
      fc.property(texts, currencies, (text, currency) => {
        const parsed = parseAmount(text, currency);
        if (!parsed.ok) throw new Error(`${text} did not parse`);
        const formatted = formatAmount(parsed.amount, currency);
        expect(formatted.startsWith(text)).toBe(true);
        expect(formatted.slice(text.length)).toMatch(/^\.?0*$/);
      }),
    );
  });

  test("no text makes parseAmount throw, and what it accepts is plain ASCII", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), currencies, (text, currency) => {
        if (parseAmount(text, currency).ok) expect(text).toMatch(/^[0-9]+(\.[0-9]+)?$/);
      }),
    );
  });

  test("a JSON number's plain decimal is the number itself", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const source = JSON.stringify(value);
        const text = decimalTextOfJsonNumber(source);
        if (text === undefined) {
          const magnitude = Math.abs(value);
          expect(magnitude > 1e40 || magnitude < 1e-40).toBe(true);
        } else {
          expect(text).toMatch(/^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/);
          expect(JSON.stringify(JSON.parse(text))).toBe(source);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("cleaning a typed text twice is cleaning it once", () => {
    const typed = fc.oneof(
      fc.stringMatching(/^[0-9., AUDBTC+$e-]{0,12}$/),
      fc.stringMatching(/^(AUD )?[0-9]{1,3}(,[0-9]{3}){0,3}(\.[0-9]{0,3})?( BTC)?$/),
    );
    fc.assert(
      fc.property(typed, (raw) => {
        const cleaned = cleanTypedAmount(raw, Object.values(CURRENCIES));
        if (cleaned.ok) expect(cleanTypedAmount(cleaned.text, [])).toEqual(cleaned);
      }),
      { numRuns: 500 },
    );
  });

  test("a cleaned text is well formed but for a trailing point, and holds the typed digits in order", () => {
    const typed = fc.stringMatching(/^ ?(AUD ?)?[0-9]{0,4}(,[0-9]{2,3}){0,2}(\.[0-9]{0,2})?( ?AUD)? ?$/);
    fc.assert(
      fc.property(typed, (raw) => {
        const cleaned = cleanTypedAmount(raw, Object.values(CURRENCIES));
        if (!cleaned.ok || cleaned.text === "") return;
        const parsed = parseAmount(cleaned.text.replace(/\.$/, ""), CURRENCIES.BTC);
        expect(parsed.ok).toBe(true);
        const digitsOf = (text: string): string => text.replace(/[^0-9]/g, "").replace(/^0+/, "");
        expect(digitsOf(cleaned.text)).toBe(digitsOf(raw));
      }),
      { numRuns: 500 },
    );
  });

  test("one comma is the decimal point with up to 8 digits behind it, and never where it may part thousands", () => {
    const whole = fc.bigInt(0n, 10n ** 15n).map(String);
    const behind = fc.stringMatching(/^[0-9]{0,10}$/);
    fc.assert(
      fc.property(whole, behind, (before, decimals) => {
        const cleaned = cleanTypedAmount(`${before},${decimals}`, []);
        const mayPartThousands = decimals.length === 3 && before !== "0";
        if (mayPartThousands)
          expect(cleaned).toEqual(before.length <= 3 ? { ok: true, text: before + decimals } : { ok: false });
        else
          expect(cleaned).toEqual(
            decimals.length <= 8 ? { ok: true, text: `${before}.${decimals}` } : { ok: false },
          );
      }),
      { numRuns: 500 },
    );
  });
});

describe("rates and fees", () => {
  test("parse after format is the identity for rates", () => {
    fc.assert(
      fc.property(anyRate, (rate) => {
        expect(parseRate(formatRate(rate))).toEqual(rate);
      }),
    );
  });

  test("parse after format is the identity for fees", () => {
    fc.assert(
      fc.property(fees, (fee) => {
        expect(parseFeePercent(formatFeePercent(fee))).toEqual(fee);
      }),
    );
  });

  test("truncating what has 18 digits changes nothing; truncating more never rounds up", () => {
    const tails = fc.stringMatching(/^[0-9]{1,30}$/);
    fc.assert(
      fc.property(anyRate, tails, (rate, tail) => {
        const text = formatRate(rate);
        expect(truncateRate(text)).toEqual(rate);
        const longer = rate.scale === 0 ? `${text}.${tail}` : text + tail;
        const cut = truncateRate(longer);
        if (cut === undefined) throw new Error(`${longer} did not parse`);
        const scale = rate.scale + tail.length;
        const exact = BigInt(longer.replace(".", ""));
        expect(cut.digits * 10n ** BigInt(scale) <= exact * 10n ** BigInt(cut.scale)).toBe(true);
        expect(cut.digits.toString().replace(/0+$/, "").length).toBeLessThanOrEqual(18);
      }),
    );
  });

  test("rate × inverse is at most 1 and within one unit of the eighteenth digit of it", () => {
    fc.assert(
      fc.property(anyRate, (rate) => {
        const inverse = invertRate(rate);
        const one = 10n ** BigInt(rate.scale + inverse.scale);
        const product = rate.digits * inverse.digits;
        expect(product <= one).toBe(true);
        // A number of 18 digits cut to 18 digits loses less than 10^-17 of itself.
        expect((one - product) * 10n ** 17n < one).toBe(true);
      }),
    );
  });

  test("the inverse of an inverse is never below the rate, and above it by less than 2 × 10^-17 of it", () => {
    fc.assert(
      fc.property(anyRate, (rate) => {
        const back = invertRate(invertRate(rate));
        const before = rate.digits * 10n ** BigInt(back.scale);
        const after = back.digits * 10n ** BigInt(rate.scale);
        expect(after >= before).toBe(true);
        expect((after - before) * 10n ** 17n < 2n * before).toBe(true);
      }),
    );
  });

  test("a product of rates is never above the exact one and does not depend on the order", () => {
    fc.assert(
      fc.property(middleRate, middleRate, (a, b) => {
        const product = multiplyRates(a, b);
        expect(
          product.digits * 10n ** BigInt(a.scale + b.scale) <=
            a.digits * b.digits * 10n ** BigInt(product.scale),
        ).toBe(true);
        expect(multiplyRates(b, a)).toEqual(product);
      }),
    );
  });

  test("a quotient of rates is the nearest below the exact one: less than one of its last digits", () => {
    fc.assert(
      fc.property(middleRate, middleRate, (a, b) => {
        const quotient = divideRates(a, b);
        // quotient × b against a, all over one scale
        const scale = Math.max(quotient.scale + b.scale, a.scale);
        const exact = a.digits * 10n ** BigInt(scale - a.scale);
        const times = quotient.digits * b.digits * 10n ** BigInt(scale - quotient.scale - b.scale);
        expect(times <= exact).toBe(true);
        expect((exact - times) * 10n ** 17n <= exact).toBe(true);
      }),
    );
  });

  test("a rate with its fee is never above the rate", () => {
    fc.assert(
      fc.property(anyRate, fees, (rate, fee) => {
        const shown = rateWithFee(rate, fee);
        if (shown === undefined) throw new Error("no rate");
        expect(BigInt(shown.replace(".", "")) * 10n ** BigInt(rate.scale) <= rate.digits * 100n).toBe(true);
      }),
    );
  });
});

describe("conversion", () => {
  test("convert is the floor of the exact quotient", () => {
    fc.assert(
      fc.property(everydayUnits, conversions, (units, conversion) => {
        const debit = convert(toAmount(units, conversion.from), conversion);
        const { over, under } = exactFactor(conversion);
        expect(debit * under <= units * over).toBe(true);
        expect((debit + 1n) * under > units * over).toBe(true);
      }),
    );
  });

  test("convert is monotone in the credit", () => {
    fc.assert(
      fc.property(everydayUnits, everydayUnits, conversions, (units, more, conversion) => {
        const debit = convert(toAmount(units, conversion.from), conversion);
        expect(convert(toAmount(units + more, conversion.from), conversion) >= debit).toBe(true);
      }),
    );
  });

  test("splitting an amount never gains", () => {
    fc.assert(
      fc.property(everydayUnits, everydayUnits, conversions, (a, b, conversion) => {
        const parts =
          convert(toAmount(a, conversion.from), conversion) +
          convert(toAmount(b, conversion.from), conversion);
        expect(parts <= convert(toAmount(a + b, conversion.from), conversion)).toBe(true);
      }),
    );
  });

  test("creditFor is enough, and one smallest unit less is not", () => {
    fc.assert(
      fc.property(everydayUnits, conversions, (units, conversion) => {
        const credit = fitting(() => creditFor(toAmount(units, conversion.to), conversion));
        // The largest fees at the lowest rates ask for more than can be written down.
        fc.pre(credit !== undefined);
        expect(convert(credit, conversion) >= units).toBe(true);
        if (credit > 0n) {
          expect(convert(toAmount(credit - 1n, conversion.from), conversion) < units).toBe(true);
        }
      }),
    );
  });

  test("there and back at a rate and its inverse never gains, whatever the fees", () => {
    fc.assert(
      fc.property(everydayUnits, pricedPairs, fees, fees, (units, { from, to, rate }, fee, feeBack) => {
        const there = prepareConversion({ from, to, rate, fee });
        const back = prepareConversion({ from: to, to: from, rate: invertRate(rate), fee: feeBack });
        expect(convert(convert(toAmount(units, from), there), back) <= units).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("asking the credit for a debit and converting it back never gains", () => {
    fc.assert(
      fc.property(everydayUnits, conversions, (units, conversion) => {
        const debit = convert(toAmount(units, conversion.from), conversion);
        expect(creditFor(debit, conversion) <= units).toBe(true);
      }),
    );
  });

  test("a breakdown sums up: credit = fee + converted, the fee rounded up, the debit as convert says", () => {
    fc.assert(
      fc.property(everydayUnits, conversions, (units, conversion) => {
        const credit = toAmount(units, conversion.from);
        const price = priceBreakdown(credit, conversion);
        expect(price.fee + price.converted).toBe(units);
        expect(price.debit).toBe(convert(credit, conversion));
        const { digits: percent, scale } = conversion.fee;
        const hundred = 100n * 10n ** BigInt(scale);
        expect(price.fee * hundred >= units * percent).toBe(true);
        expect((price.fee - 1n) * hundred < units * percent).toBe(true);
      }),
    );
  });

  test("the debit is never below what the rounded converted amount alone would give", () => {
    fc.assert(
      fc.property(everydayUnits, conversions, (units, conversion) => {
        const { converted, debit } = priceBreakdown(toAmount(units, conversion.from), conversion);
        const { from, to, rate } = conversion;
        const free = prepareConversion({ from, to, rate, fee: { digits: 0n, scale: 0 } });
        expect(debit >= convert(converted, free)).toBe(true);
      }),
    );
  });
});

describe("limits", () => {
  const selling = conversions.filter(({ from }) => from.kind === "crypto");
  /** Range of one exchange on its fiat side, in smallest units: anything an operator may set. */
  const ranges = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 10n ** 12n }))
    .map(([min, width]) => ({ min, max: min + width }));
  const limitsOf = (conversion: Conversion, range: { min: bigint; max: bigint }): AmountLimits => {
    const fiat = conversion.from.kind === "fiat" ? conversion.from : conversion.to;
    return { min: toAmount(range.min, fiat), max: toAmount(range.max, fiat) };
  };

  test("an allowed crypto amount's value never leaves the fiat limits, and one unit outside does", () => {
    fc.assert(
      fc.property(selling, ranges, fc.double({ min: 0, max: 1, noNaN: true }), (conversion, range, where) => {
        const limits = fitting(() => creditLimits(conversion, limitsOf(conversion, range)));
        fc.pre(limits !== undefined && limits.min <= limits.max);
        const { min, max } = limits;
        const { from } = conversion;
        const { min: low, max: high } = range;
        const inside = min + ((max - min) * BigInt(Math.floor(where * 1_000_000))) / 1_000_000n;
        for (const units of [min, inside, max]) {
          const value = convert(toAmount(units, from), conversion);
          expect(value >= low && value <= high).toBe(true);
        }
        expect(convert(toAmount(min - 1n, from), conversion) < low).toBe(true);
        if (max < MAX_UNITS) {
          const { over, under } = exactFactor(conversion);
          expect((max + 1n) * over > high * under).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("what Buy Max fills in passes the check", () => {
    fc.assert(
      fc.property(conversions, ranges, someUnits, (conversion, range, units) => {
        const limits = fitting(() => creditLimits(conversion, limitsOf(conversion, range)));
        fc.pre(limits !== undefined && limits.min <= limits.max);
        const currency = conversion.from;
        const balance = toAmount(units, currency);
        const { amount, message } = buyMax({ balance, currency, ...limits });
        if (amount === undefined) expect(message).toBeDefined();
        else expect(checkAmount({ credit: amount, currency, ...limits, balance })).toBeUndefined();
      }),
    );
  });

  test("what the check lets pass is within limits and balance, and nothing else is refused", () => {
    fc.assert(
      fc.property(
        everydayUnits,
        everydayUnits,
        everydayUnits,
        everydayUnits,
        (credit, min, span, balance) => {
          const amount = (units: bigint): Amount<"AUD"> => toAmount(units, CURRENCIES.AUD);
          const issue = checkAmount({
            credit: amount(credit),
            currency: CURRENCIES.AUD,
            min: amount(min),
            max: amount(min + span),
            balance: amount(balance),
          });
          expect(issue === undefined).toBe(credit >= min && credit <= min + span && credit <= balance);
        },
      ),
    );
  });
});

describe("display", () => {
  const valueOf = (shown: string): bigint => BigInt(shown.replace(/[,.]/g, ""));

  test("never shows more than there is, and hides less than one unit of the last decimal", () => {
    fc.assert(
      fc.property(someUnits, currencies, (units, currency) => {
        const shown = displayAmount(toAmount(units, currency), currency);
        const decimals = shown.length - 1 - shown.indexOf(".");
        const step = 10n ** BigInt(precisionOf(currency) - decimals);
        const value = valueOf(shown) * step;
        expect(value <= units && units - value < step).toBe(true);
      }),
    );
  });

  test("groups as Intl does for en-AU", () => {
    fc.assert(
      fc.property(anyUnits, (units) => {
        const shown = displayAmount(toAmount(units, CURRENCIES.AUD), CURRENCIES.AUD);
        const whole = new Intl.NumberFormat("en-AU").format(units / 100n);
        expect(shown.replace(/^-/, "").replace(/\..*$/, "")).toBe(whole.replace(/^-/, ""));
      }),
    );
  });

  test("a decimal text never grows", () => {
    fc.assert(
      fc.property(anyRate, fc.integer({ min: 0, max: 12 }), (rate, decimals) => {
        const shown = valueOf(displayDecimal(formatRate(rate), decimals));
        expect(shown * 10n ** BigInt(rate.scale) <= rate.digits * 10n ** BigInt(decimals)).toBe(true);
      }),
    );
  });

  test("balances show every known currency above zero exactly once, in its own list", () => {
    const balances = fc.dictionary(fc.constantFrom(...Object.keys(CURRENCIES)), someUnits);
    fc.assert(
      fc.property(balances, (map) => {
        const texts = Object.entries(map).map(([code, units]): [string, string] => [code, `${units}.00`]);
        const { fiat: state, crypto: coins } = displayBalances(
          Object.fromEntries(texts),
          Object.values(CURRENCIES),
        );
        const expected = Object.keys(CURRENCIES).filter((code) => (map[code] ?? 0n) > 0n);
        expect([...state, ...coins].map(({ code }) => code)).toEqual(expected);
        expect(state.every(({ code }) => ["AUD", "NGN", "USD"].includes(code))).toBe(true);
      }),
    );
  });
});

/** The result, or undefined if the amount does not fit in 64 bits. */
function fitting<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
