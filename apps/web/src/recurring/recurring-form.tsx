import { addDays, dayText } from "@wattle/contracts/days";
import { currencyOf } from "@wattle/contracts/markets";
import { nextRunDay, RUN_HOUR, type Frequency } from "@wattle/contracts/recurring-days";
import type { RecurringBuy, RecurringBuys } from "@wattle/contracts/recurring";
import { FREQUENCY_WORDS, priceText } from "@wattle/contracts/recurring-words";
import { parseAmount, type Amount } from "@wattle/exchange-core/amount";
import { useLayoutEffect, useRef, useState, type ComponentProps, type RefObject } from "react";
import { Button } from "../controls/button.tsx";
import { DateField } from "../controls/date-field.tsx";
import { isoDate } from "../controls/date-text.ts";
import { SelectField } from "../controls/select-field.tsx";
import { TextField } from "../controls/text-field.tsx";
import { figuresAt, termsOf } from "../exchange/exchange-view.ts";
import type { ExchangeSearch } from "../exchange/exchange-search.ts";
import { alertFailure } from "../failed-call.ts";
import { limitProblem } from "../markets/limits.ts";
import type { CurrencyChoices } from "../money/currency-choice.ts";
import { TypedAmountField } from "../money/typed-amount-field.tsx";
import { amountText } from "../money/price-figures.ts";
import { quickSums } from "../money/quick-sums.ts";
import { typedPrice } from "../money/typed-price.ts";
import { useTypedAmount } from "../money/use-typed-amount.ts";
import { directionText } from "../rates/distance.ts";
import { useExampleQuote } from "../site/use-example-quote.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Chips } from "../ui/chips.tsx";
import { Facts } from "../ui/facts.tsx";
import { Form } from "../ui/form.tsx";
import { Segments } from "../ui/segments.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { suggestedHighest } from "./highest-price.ts";
import { RecurringReview, type PlannedBuy } from "./recurring-review.tsx";
import styles from "./recurring.module.css";

const FREQUENCY_OPTIONS = (Object.keys(FREQUENCY_WORDS) as Frequency[]).map((value) => ({
  value,
  label: FREQUENCY_WORDS[value],
}));
const FIELDS = ["max_price", "first_on"] as const;
const DAYS_AHEAD = 366;
/** Multiples of the smallest exchange: once, two and a half times, 5 times. */
const QUICK_TENTHS = [10n, 25n, 50n] as const;

interface RecurringFormProps {
  readonly wanted: ExchangeSearch;
  readonly choices: CurrencyChoices;
  readonly fiat: string;
  readonly coin: string;
  readonly onFiat: (code: string) => void;
  readonly onCoin: (code: string) => void;
  /** The installation's days. */
  readonly calendar: Pick<RecurringBuys, "today" | "run_day" | "time_zone">;
  readonly onMade: (plan: RecurringBuy) => void;
}

/** Coin, amount, interval and highest price of a plan. */
export function RecurringForm({
  wanted,
  choices,
  fiat,
  coin,
  onFiat,
  onCoin,
  calendar,
  onMade,
}: RecurringFormProps) {
  const { today, run_day, time_zone } = calendar;
  const form = useRef<HTMLFormElement>(null);
  const [frequency, setFrequency] = useState<Frequency>("monthly");
  const amount = useTypedAmount(
    fiat,
    (units) => limitProblem(units, fiat, "exchange"),
    amountOf(wanted.amount, fiat),
  );
  const prices = trpc.rates.list.useQuery({ symbols: coin, in: fiat });
  const price = prices.data?.find(({ symbol }) => symbol === coin)?.rate;
  const suggested = suggestedHighest(price);
  // Follows the price of now until it is typed in; another pair has another price.
  const pair = `${fiat}/${coin}`;
  const [ownHighest, setOwnHighest] = useState<string>();
  const isOwnHighest = ownHighest === pair;
  useOverwritable(form, isOwnHighest ? undefined : suggested);
  const lastDay = addDays(today, DAYS_AHEAD);
  // From nine on, today's buys are made at once.
  const firstDay = run_day === today ? addDays(today, 1) : today;
  const highestOf = (text: string): string | undefined => (isOwnHighest ? typedPrice(text, fiat) : suggested);
  const { values, field, set, check, refuse } = useCheckedForm({
    fields: FIELDS,
    form,
    initial: { first_on: firstDay },
    tidy: (name, value) => (name === "first_on" ? (isoDate(value) ?? value) : value),
    problemOf: (name, value) => {
      if (name === "max_price") {
        return highestOf(value) === undefined ? "Enter a price above zero" : undefined;
      }
      const day = isoDate(value);
      if (day === undefined) return "Choose a day";
      return day < today || day > lastDay ? "Choose a day within the next year" : undefined;
    },
  });
  const { review, setUp } = useSetUp(onMade, (errors) => {
    amount.refuse(errors["amount"]?.[0]);
    refuse(errors);
  });
  const highest = highestOf(values.max_price);
  const highestField = field("max_price");
  const day = isoDate(values.first_on);
  const submit = (): void => {
    const problem = amount.judge();
    const checked = check();
    if (problem !== undefined) form.current?.querySelector<HTMLElement>("[name=amount]")?.focus();
    if (problem !== undefined || !checked || highest === undefined || day === undefined) return;
    review({
      credit_currency: fiat,
      debit_currency: coin,
      amount: amount.text ?? "",
      max_price: highest,
      frequency,
      first_on: day,
    });
  };
  const costs = (
    <>
      <Estimate amount={amount.entry.amount} fiat={fiat} coin={coin} />
      <When
        next={day && nextRunDay(frequency, day, day)}
        place={time_zone.replace(/.*\//, "").replaceAll("_", " ")}
        fiat={fiat}
      />
    </>
  );
  return (
    <Form ref={form} className={styles["form"]} onSubmit={submit}>
      <Paid amount={amount} codes={choices.fiat} onCode={onFiat} />
      <SelectField
        label="You get"
        name="coin"
        value={coin}
        options={choices.crypto.map((code) => ({ value: code, label: currencyName(code) }))}
        onChange={onCoin}
      />
      <HowOften frequency={frequency} onChange={setFrequency} />
      <TextField
        {...highestField}
        {...(!isOwnHighest && { value: suggested === undefined ? "" : priceText(suggested) })}
        onChange={(event) => {
          setOwnHighest(pair);
          highestField.onChange(event);
        }}
        label={`Highest price for 1 ${coin}`}
        hint={highestHint(fiat, price, highest)}
        inputMode="decimal"
        autoComplete="off"
        end={<span className={styles["code"]}>{fiat}</span>}
      />
      <DateField
        {...field("first_on")}
        label="First buy on"
        min={today}
        max={lastDay}
        onChoose={(chosen) => set("first_on", chosen)}
      />
      {costs}
      <Button type="submit" kind="accent" wide>
        Review recurring buy
      </Button>
      <RecurringReview {...setUp}>{costs}</RecurringReview>
    </Form>
  );
}

/**
 * Sets a plan up once it was reviewed.
 * @param onRefused with why, by field
 */
function useSetUp(
  onMade: (plan: RecurringBuy) => void,
  onRefused: (errors: Readonly<Record<string, readonly string[]>>) => void,
) {
  const [plan, setPlan] = useState<PlannedBuy>();
  const create = trpc.recurring.create.useMutation({
    onSuccess: (made) => {
      showAlert({ type: "success", text: "Recurring buy set up" });
      onMade(made);
    },
    onError: (error) => {
      setPlan(undefined);
      onRefused(alertFailure("Recurring buy", error).errors ?? {});
    },
  });
  const setUp = {
    plan,
    sending: create.isPending,
    onSend: () => {
      if (plan !== undefined && !create.isPending) create.mutate(plan);
    },
    onEdit: () => setPlan(undefined),
  };
  return { review: setPlan, setUp };
}

/**
 * Selects a suggested highest price that comes while its field has the focus: what is typed next would follow it otherwise.
 * @param suggested undefined if the price is typed
 */
function useOverwritable(form: RefObject<HTMLFormElement | null>, suggested: string | undefined): void {
  useLayoutEffect(() => {
    const input = form.current?.querySelector<HTMLInputElement>("[name=max_price]");
    if (suggested !== undefined && input === document.activeElement) input?.select();
  }, [form, suggested]);
}

/** How much is paid each time, typed or chosen. */
function Paid(props: Pick<ComponentProps<typeof TypedAmountField>, "amount" | "codes" | "onCode">) {
  const { amount } = props;
  const money = currencyOf(amount.currency.code);
  return (
    <div className={styles["paid"]}>
      <TypedAmountField label="You pay each time" {...props} />
      <Chips
        legend="Quick amounts"
        chips={(money === undefined ? [] : quickSums(money, QUICK_TENTHS)).map((sum) => ({
          text: sum.text,
          isOn: amount.entry.amount === sum.amount,
          onPress: () => amount.set(sum.amount),
        }))}
      />
    </div>
  );
}

interface HowOftenProps {
  readonly frequency: Frequency;
  readonly onChange: (frequency: Frequency) => void;
}

function HowOften({ frequency, onChange }: HowOftenProps) {
  return (
    <div className={styles["often"]}>
      <p aria-hidden="true">How often</p>
      <Segments
        legend="How often"
        name="frequency"
        value={frequency}
        options={FREQUENCY_OPTIONS}
        onChange={onChange}
      />
    </div>
  );
}

/** How far the highest price is from what a coin costs now, and what it does. */
function highestHint(fiat: string, price: string | undefined, highest: string | undefined): string {
  if (price === undefined) return "Getting today’s price.";
  const direction = highest === undefined ? undefined : directionText(price, highest);
  const today = `today’s ${amountText(price, fiat)}`;
  return `${direction === undefined ? `About ${today}` : `${direction} ${today}`}. We skip a buy that would cost more, fee included.`;
}

interface WhenProps {
  /** Day of the second buy; undefined while the first has none. */
  readonly next: string | undefined;
  /** Place of the time zone: `Sydney`. */
  readonly place: string;
  readonly fiat: string;
}

/** When each buy is made, and from what. */
function When({ next, place, fiat }: WhenProps) {
  return (
    <p className={styles["detail"]}>
      {next !== undefined && `Then on ${dayText(next)} and so on. `}
      We buy at {RUN_HOUR}:00 am {place} time from your {fiat} balance.
    </p>
  );
}

interface EstimateProps {
  /** Fee of each payment; undefined until there is one. */
  readonly amount: Amount | undefined;
  readonly fiat: string;
  readonly coin: string;
}

/** Cost and coins of one buy at the rate of now. */
function Estimate({ amount, fiat, coin }: EstimateProps) {
  const { data: quote } = useExampleQuote({ credit: fiat, debit: coin });
  if (amount === undefined || amount <= 0n) return null;
  const figures = quote == null ? undefined : figuresAt(amount, quote);
  return (
    <Facts
      facts={[
        [
          quote == null ? "Our fee" : `Our fee, ${termsOf(quote).fee}%`,
          figures === undefined ? "–" : amountText(figures.fee_amount, fiat),
        ],
        ["You’d get about", figures === undefined ? "–" : amountText(figures.debit, coin)],
      ]}
    />
  );
}

const currencyName = (code: string): string => `${currencyOf(code)?.full_name ?? code} (${code})`;

function amountOf(text: string | undefined, code: string) {
  const currency = currencyOf(code);
  const parsed = currency && text !== undefined ? parseAmount(text, currency) : undefined;
  return parsed?.ok === true ? parsed.amount : undefined;
}
