import { isNegative, isZero, mostDecimals, negate } from "@wattle/exchange-core/decimal";
import { isDay } from "@wattle/contracts/days";
import { currencyOf } from "@wattle/contracts/markets";
import { useNavigate } from "@tanstack/react-router";
import type { LedgerAccounts } from "@wattle/contracts/ledger";
import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import { DateField } from "../../controls/date-field.tsx";
import { TextField } from "../../controls/text-field.tsx";
import { trpc } from "../../trpc.ts";
import { classNames } from "../../ui/class-names.ts";
import { Form } from "../../ui/form.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { FigureStrip, type Figure } from "../parts/figure-strip.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { signedText, sumOf } from "../parts/signed-money.ts";
import { byAmount, byText } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { READ_ONCE_ASKED } from "../parts/use-today.ts";
import { fieldText, momentOfField } from "../parts/zone.ts";
import styles from "./accounts.module.css";
import { balanceText, isListed, purposeText } from "./account-words.ts";

interface Row {
  readonly account: string;
  readonly title: string;
  readonly purpose: string;
  readonly currency: string;
  readonly side: "debit" | "credit";
  readonly balance: string;
}

const COLUMNS: readonly DeskColumn<Row>[] = [
  {
    key: "account",
    title: "Account",
    cell: ({ title }) => <strong>{title}</strong>,
    sort: byText(({ title }) => title),
    csv: ({ account }) => account,
  },
  { key: "what", title: "What it is", cell: ({ purpose, balance }) => balanceText(purpose, balance) },
  { key: "side", title: "Side", fileOnly: true, cell: () => null, csv: ({ side }) => side },
  {
    key: "balance",
    title: "Balance",
    figures: true,
    cell: ({ balance, currency }) => signedText(balance, currency),
    sort: byAmount(({ balance }) => balance),
    csv: ({ balance }) => balance,
  },
  // Headings of groups say it on the screen.
  { key: "currency", title: "Currency", fileOnly: true, cell: () => null, csv: ({ currency }) => currency },
];

/** Customers' totals and the house's accounts, by currency, without empty ones. */
function rowsOf({ customers, house }: LedgerAccounts): Row[] {
  const owned = customers.flatMap(({ currency, available, held }) =>
    [["available", available] as const, ["held", held] as const].map(([purpose, balance]) => ({
      account: `customers:${purpose}:${currency}`,
      title: `Customers, ${purposeText(purpose)}`,
      purpose,
      currency,
      side: "credit" as const,
      balance,
    })),
  );
  const own = house.map((account) => ({ ...account, title: purposeText(account.purpose) }));
  return [...owned, ...own]
    .filter(({ balance }) => !isZero(balance))
    .toSorted((a, b) => a.currency.localeCompare(b.currency));
}

const sumAt = (own: readonly Row[], purposes: readonly string[]): string =>
  sumOf([
    ...own.flatMap(({ purpose, balance }) => (purposes.includes(purpose) ? [balance] : [])),
    `0.${"0".repeat(mostDecimals(own.map(({ balance }) => balance)))}`,
  ]);

/** Holdings of a coin less those of customers, as its position says; nothing for money. */
function positionFigures(currency: string, own: readonly Row[]): readonly Figure[] {
  if (currencyOf(currency)?.kind !== "crypto") return [];
  const held = sumOf([sumAt(own, ["inventory", "wallet", "onramp"]), negate(sumAt(own, ["suspense"]))]);
  const owed = sumAt(own, ["available", "held"]);
  const difference = sumOf([held, negate(owed)]);
  const isShort = isNegative(difference);
  return [
    { name: `We hold, ${currency}`, value: signedText(held) },
    { name: "Customers own", value: signedText(owed), sign: "−" },
    {
      name: isShort ? "Short" : "Ours",
      value: signedText(difference, currency),
      sign: "=",
      good: isShort ? false : undefined,
    },
  ];
}

/** The figures of each currency: the position of a coin, and whether its accounts add up. */
function figuresOf(rows: readonly Row[]): readonly (readonly [string, readonly Figure[]])[] {
  const sumOfSide = (own: readonly Row[], wanted: Row["side"]): string =>
    sumOf(own.flatMap(({ side, balance }) => (side === wanted ? [balance] : [])));
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => {
    const [have, from] = [sumOfSide(own, "debit"), sumOfSide(own, "credit")];
    const difference = sumOf([have, negate(from)]);
    const position = positionFigures(currency, own);
    const good = isZero(difference);
    return [
      currency,
      [
        ...position,
        ...(position.length === 0
          ? ([
              { name: `Where it is, ${currency}`, value: signedText(have) },
              { name: "Whose it is", value: signedText(from), sign: "−" },
              {
                name: "Difference",
                value: signedText(difference, currency),
                sign: "=",
                // Colour is for what needs someone.
                good: good ? undefined : false,
              },
            ] as const)
          : []),
        // A coin's own difference is what the house holds too much or too little of.
        ...(position.length > 0 && !good
          ? [{ name: "Books", value: `Differ by ${signedText(difference, currency)}`, good }]
          : []),
      ],
    ];
  });
}

/** The moment that is asked for, as it is typed. */
interface Typed {
  readonly day: string;
  readonly time: string;
  readonly problem: string | undefined;
}

const WRONG_MOMENT = "Enter a date like 2026-11-22 and a time like 17:00";
/** A day without a time is meant with all that was booked on it. */
const LAST_MINUTE = "23:59";

/** The accounts as of a moment, which the address keeps: they are read once for each. */
export function Accounts() {
  const { search, change } = useDeskSearch();
  const navigate = useNavigate();
  const may = useMay();
  const [typed, setTyped] = useState<Partial<Typed>>();
  // A wider screen has the fields without the button.
  const [open, setOpen] = useState(false);
  const asked = search["at"];
  const at = asked !== undefined && !Number.isNaN(Date.parse(asked)) ? asked : undefined;
  const accounts = trpc.ops.ledger.accounts.useQuery({ ...(at !== undefined && { at }) }, READ_ONCE_ASKED);
  const shown = accounts.data?.at;
  const rows = accounts.data && rowsOf(accounts.data);
  const now = (): void => {
    setTyped(undefined);
    if (at === undefined) void accounts.refetch();
    else change({ at: "" });
  };
  useKeys([{ keys: "n", does: "Accounts as of now", run: now }]);
  const leads = ({ purpose }: Row): string | undefined => {
    if (purpose === "trading" && may("ops.reports.trades")) return "/teamaccess/reports?view=trades";
    return purpose === "fees" && may("ops.reports.fees") ? "/teamaccess/reports" : undefined;
  };
  const [shownDay = "", shownTime = ""] = at === undefined ? [] : fieldText(Date.parse(at)).split("T");
  const { day, time, problem }: Typed = { day: shownDay, time: shownTime, problem: undefined, ...typed };
  const type = (more: Partial<Typed>): void => setTyped({ ...typed, problem: undefined, ...more });
  const send = (): void => {
    if (day === "") return now();
    const hour = (time === "" ? LAST_MINUTE : time).padStart(LAST_MINUTE.length, "0");
    const moment = isDay(day) ? momentOfField(`${day}T${hour}`) : Number.NaN;
    if (Number.isNaN(moment)) return type({ problem: WRONG_MOMENT });
    change({ at: new Date(moment).toISOString() });
    setTyped(undefined);
    setOpen(false);
  };
  return (
    <>
      <Button
        kind="quiet"
        className={classNames(parts["small"], parts["filterButton"])}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        As of {at === undefined ? "now" : momentText(at)}
      </Button>
      <Form className={classNames(parts["filters"], !open && parts["folded"])} onSubmit={send}>
        <DateField
          label="As of"
          yearFirst
          value={day}
          error={problem}
          onChange={(event) => type({ day: event.currentTarget.value })}
          onChoose={(chosen) => type({ day: chosen })}
        />
        <TextField
          label="Time"
          placeholder="HH:MM"
          autoComplete="off"
          value={time}
          onChange={(event) => type({ time: event.currentTarget.value })}
        />
        <Button type="submit" kind="quiet">
          Show accounts
        </Button>
        {at !== undefined && (
          <Button kind="quiet" onClick={now}>
            Show now <Key>n</Key>
          </Button>
        )}
      </Form>
      {shown !== undefined && (
        <p className={parts["muted"]}>As of {momentText(shown)}. Accounts without a balance are left out.</p>
      )}
      <div className={styles["strips"]}>
        {figuresOf(rows ?? []).map(([currency, figures]) => (
          <FigureStrip key={currency} label={currency} figures={figures} framed />
        ))}
      </div>
      <DeskList
        caption="Accounts"
        card={{ account: "head", balance: "end", what: "line" }}
        columns={COLUMNS}
        query={{ ...accounts, data: rows }}
        rowKey={({ account }) => account}
        groupOf={({ currency }) => currency}
        empty={{ title: "No account has a balance", text: "Choose a later moment." }}
        opens={(row) => isListed(row.purpose) || leads(row) !== undefined}
        onOpen={(row) => {
          const to = leads(row);
          if (to === undefined) change({ account: `${row.purpose}:${row.currency}` });
          else void navigate({ to });
        }}
      />
    </>
  );
}
