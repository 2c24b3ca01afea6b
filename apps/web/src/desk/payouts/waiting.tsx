import { useNavigate } from "@tanstack/react-router";
import { BANK_FORMATS } from "@wattle/contracts/bank-formats/formats";
import { isUnusual } from "@wattle/contracts/choices";
import { useState } from "react";
import { SelectField } from "../../controls/select-field.tsx";
import { Status } from "../../controls/status.tsx";
import { ageText } from "../../staff/staff-words.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import type { WithdrawalRecord } from "../parts/answers.ts";
import { actCall } from "../parts/act-call.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { momentColumn, referenceColumn, textColumn } from "../parts/columns.tsx";
import type { DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { FigureStrip } from "../parts/figure-strip.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import parts from "../parts/parts.module.css";
import { ListAndPanel } from "../parts/list-and-panel.tsx";
import { countText, signedText, sumOf } from "../parts/signed-money.ts";
import { byAmount } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { useServerTime } from "../parts/use-today.ts";
import { useRequests } from "../approvals/use-waiting.ts";
import styles from "../payees/payees.module.css";
import { Check, Warnings } from "../payees/warnings.tsx";
import { WithdrawalPanel } from "./withdrawal-panel.tsx";
import {
  BATCH_WORDS,
  batchMoney,
  batchState,
  checkText,
  payoutsText,
  reviewText,
} from "../payees/payout-words.ts";

const MOST = 100;
/** A batch takes no more. */
const MOST_IN_BATCH = 500;
const CURRENCIES = Object.keys(BANK_FORMATS);
const GROUPS = [
  "Needs review",
  "Ready to be paid",
  "In a batch",
  "Left out: customer blocked or on hold",
] as const;
const [ODD, READY, IN_BATCH, HELD] = GROUPS;

interface WaitingRow extends WithdrawalRecord {
  readonly group: (typeof GROUPS)[number];
}

const byGroup = (a: WaitingRow, b: WaitingRow): number => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group);

const customerName = ({ customer }: WaitingRow): string => `${customer.first_name} ${customer.last_name}`;
const moneyOf = (some: readonly WaitingRow[], currency: string): string =>
  signedText(sumOf(some.map(({ credit }) => credit)), currency);

/** A batch that can be made of what waits: its button, its key, and what it will have. */
interface BatchWay {
  readonly letter: string;
  readonly button: string;
  /** Takes in what someone should look at first. */
  readonly withOdd: boolean;
  /** Contents of the batch. */
  readonly what: string;
  /** Payments to look at first, as far as they are known. */
  readonly odd: readonly WaitingRow[];
}

/**
 * The batches that can be made: first the one without what someone should look at.
 * @param hasMore more waits than is known here: no count or sum is claimed
 */
function batchWays(rows: readonly WaitingRow[], currency: string, hasMore: boolean): BatchWay[] {
  const ready = rows.filter(({ group }) => group === READY);
  const odd = rows.filter(({ group }) => group === ODD);
  const all = [...ready, ...odd];
  const oldest = `Up to ${MOST_IN_BATCH} that are ready, oldest first`;
  const toLook = `${reviewText(odd.length)}, ${moneyOf(odd, currency)}`;
  const countOf = (some: readonly WaitingRow[]): string => `${some.length}, ${moneyOf(some, currency)}`;
  const sumText = `${payoutsText(all.length)}, ${moneyOf(all, currency)}, ${toLook}`;
  return [
    ...(ready.length > 0 || hasMore
      ? [
          {
            letter: "m",
            button: hasMore
              ? `Batch up to ${MOST_IN_BATCH} ready`
              : `Batch ${ready.length} ready, ${moneyOf(ready, currency)}`,
            withOdd: false,
            odd,
            what: hasMore ? oldest : `${payoutsText(ready.length)}, ${moneyOf(ready, currency)}`,
          },
        ]
      : []),
    ...(odd.length > 0
      ? [
          {
            letter: "w",
            button: hasMore
              ? "Batch those that need review, too"
              : ready.length > 0
                ? `Batch all ${countOf(all)}`
                : `Batch ${odd.length} that need${odd.length === 1 ? "s" : ""} review, ${moneyOf(odd, currency)}`,
            withOdd: true,
            odd,
            what: hasMore ? oldest : sumText,
          },
        ]
      : []),
  ];
}

const accountOf = ({ bank_account: account, coin_payee: payee }: WaitingRow): string =>
  account?.account_name ?? payee?.label ?? "";

const COLUMNS: readonly DeskColumn<WaitingRow>[] = [
  {
    ...textColumn("customer", "Customer", customerName),
    cell: (row) => <span className={parts["whole"]}>{customerName(row)}</span>,
  },
  textColumn("account", "Account is in the name of", accountOf),
  referenceColumn(),
  {
    key: "amount",
    title: "Amount",
    figures: true,
    cell: ({ credit, credit_currency: currency }) => <strong>{signedText(credit, currency)}</strong>,
    sort: byAmount(
      ({ credit }) => credit,
      (row) => row.credit_currency,
    ),
    csv: ({ credit }) => credit,
  },
  {
    key: "check",
    title: "Check",
    cell: (row) => <Check {...row} />,
    csv: checkText,
  },
  { ...momentColumn("asked", "Asked", ({ created_at: at }: WaitingRow) => at), secondary: true },
];

/** Batches that are on their way, newest first. */
function useRunning(currency: string) {
  const batches = trpc.ops.payouts.list.useQuery({ currency, limit: 50 }, SHOWN_IN_PLACE);
  const running = (batches.data?.data ?? []).filter(
    ({ status }) => status === "open" || status === "released" || status === "sent",
  );
  // Withdrawals stay requested while their batch is not sent.
  const held = trpc.useQueries((ask) =>
    running
      .filter(({ status }) => status !== "sent")
      .map(({ id }) => ask.ops.payouts.get({ id }, SHOWN_IN_PLACE)),
  );
  const all = [batches, ...held];
  const isKnown = all.every(({ data }) => data !== undefined);
  return {
    running,
    /** Undefined until it is known of every batch: a withdrawal in a batch is not ready. */
    inBatch: isKnown
      ? new Set(held.flatMap(({ data }) => data?.rows.map(({ reference }) => reference) ?? []))
      : undefined,
    isError: all.some(({ data, isError }) => data === undefined && isError),
    refetch: () => Promise.all(all.map(async (each) => each.refetch())),
  };
}

/** A batch that was just made. */
export interface Made {
  readonly id: string;
  /** References of what it does not have, because it is paid to one's own email address. */
  readonly leftOut: readonly string[];
}

interface MakeBatchProps extends Omit<BatchWay, "letter" | "button"> {
  readonly currency: string;
  readonly onMade: (made: Made) => void;
  readonly onClose: () => void;
}

/** Makes a batch of what is ready, and opens it. */
function MakeBatch({ currency, withOdd, what, odd, onMade, onClose }: MakeBatchProps) {
  const create = trpc.ops.payouts.create.useMutation();
  const input = { currency, with_unusual: withOdd };
  const navigate = useNavigate();
  const { search } = useDeskSearch();
  return (
    <ActDrawer
      title={`Make a batch in ${currency}`}
      subject={currency}
      button="Make the batch"
      about={
        <>
          <p>
            {what}. {!withOdd && "Payouts that need review stay out. "}Payouts to your own email address are
            left out. You can take payouts out of the batch until its file is downloaded.
          </p>
          {odd.length > 0 && (
            <section aria-label="Needs review">
              <p className={parts["label"]}>{withOdd ? "Review these first" : "These stay out"}</p>
              <ul className={styles["odd"]}>
                {odd.map((row) => (
                  <li key={row.reference}>
                    {customerName(row)} → {accountOf(row)}, {signedText(row.credit, currency)}
                    <Warnings warnings={row.warnings} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      }
      done="Batch made"
      call={() => actCall("ops.payouts.create", input)}
      run={async () => {
        const made = await create.mutateAsync(input);
        onMade({ id: made.id, leftOut: made.left_out.map(({ reference }) => reference) });
        void navigate({ to: "/teamaccess/payouts", search: { ...search, id: made.id } });
        return {};
      }}
      onClose={onClose}
    />
  );
}

interface FiguresProps {
  readonly rows: readonly WaitingRow[];
  readonly currency: string;
}

/** How much is to be paid, how much of it needs review, and how long the oldest has waited. */
function Figures({ rows, currency }: FiguresProps) {
  const now = useServerTime();
  const free = rows.filter(({ group }) => group === READY || group === ODD);
  const odd = free.filter(({ group }) => group === ODD);
  const [oldest] = free.map(({ created_at: at }) => at).toSorted();
  if (oldest === undefined) return null;
  return (
    <FigureStrip
      framed
      figures={[
        { name: "To be paid", value: moneyOf(free, currency) },
        { name: "Payouts", value: countText(free.length) },
        ...(odd.length === 0 ? [] : [{ name: reviewText(odd.length), value: moneyOf(odd, currency) }]),
        ...(now === 0 ? [] : [{ name: "Oldest", value: ageText(now - Date.parse(oldest)) }]),
      ]}
    />
  );
}

/** Withdrawals that are to be paid, and the batches under way. */
export function Waiting({ onMade }: { readonly onMade: (made: Made) => void }) {
  const may = useMay();
  const { search, change } = useDeskSearch();
  const [making, setMaking] = useState<BatchWay>();
  const currency = CURRENCIES.find((code) => code === search["currency"]) ?? CURRENCIES[0] ?? "";
  const payable = trpc.ops.withdrawals.list.useQuery({ status: "requested", per_page: MOST }, SHOWN_IN_PLACE);
  const heldBack = trpc.ops.withdrawals.list.useQuery({ held_back: true, per_page: MOST }, SHOWN_IN_PLACE);
  const { running, inBatch, ...batches } = useRunning(currency);
  const releases = useRequests("ops.payouts.release");
  const groupOf = (withdrawal: WithdrawalRecord, held: boolean): WaitingRow["group"] =>
    inBatch?.has(withdrawal.reference) === true
      ? IN_BATCH
      : held
        ? HELD
        : isUnusual(withdrawal)
          ? ODD
          : READY;
  const rowsOf = (some: readonly WithdrawalRecord[] = [], held = false): WaitingRow[] =>
    some
      .filter(({ credit_currency: code }) => code === currency)
      .map((withdrawal) => ({ ...withdrawal, group: groupOf(withdrawal, held) }));
  const rows =
    payable.data === undefined || inBatch === undefined
      ? undefined
      : [...rowsOf(payable.data.data), ...rowsOf(heldBack.data?.data, true)].toSorted(byGroup);
  const hasMore = typeof payable.data?.next === "string";
  const ways = may("ops.payouts.create") && rows !== undefined ? batchWays(rows, currency, hasMore) : [];
  const [first] = running;
  const openBatch = (id: string): void => change({ id, row: "", act: "" });
  useKeys(
    first === undefined ? [] : [{ keys: "b", does: "Open the newest batch", run: () => openBatch(first.id) }],
  );
  return (
    <Screen
      title="Payouts"
      aside={
        <>
          <SelectField
            label="Currency"
            value={currency}
            options={CURRENCIES.map((value) => ({ value, label: value }))}
            onChange={(value) => change({ currency: value, row: "", act: "" })}
          />
          <ActButtons
            acts={[
              ...ways.map((way) => ({
                letter: way.letter,
                button: way.button,
                kind: way === ways[0] ? ("primary" as const) : ("quiet" as const),
                rare: way !== ways[0],
                run: () => setMaking(way),
              })),
              { letter: "e", button: "All batches", run: () => change({ view: "batches" }) },
            ]}
          />
        </>
      }
    >
      {running.length > 0 && (
        <ul aria-label="Batches under way" className={styles["batches"]}>
          {running.map((batch, place) => (
            <li key={batch.id}>
              <SiteLink to={`/teamaccess/payouts?id=${batch.id}`}>
                {payoutsText(batch.count)}, {batchMoney(batch)}
              </SiteLink>{" "}
              {place === 0 && <Key>b</Key>}
              <Status kind={BATCH_WORDS[batch.status].kind}>
                {batchState(batch, releases?.has(batch.id) === true)}
              </Status>
            </li>
          ))}
        </ul>
      )}
      {rows !== undefined && !hasMore && <Figures rows={rows} currency={currency} />}
      {hasMore && (
        <p>
          Only the first {MOST} withdrawals are looked at here. A batch takes up to {MOST_IN_BATCH} that are
          ready, oldest first.
        </p>
      )}
      <ListAndPanel
        firstShows
        caption="Withdrawals to be paid"
        card={{ customer: "head", amount: "end", reference: "line", check: "line" }}
        columns={COLUMNS}
        query={{
          data: rows,
          isError: payable.isError || batches.isError,
          refetch: () => Promise.all([payable.refetch(), batches.refetch()]),
        }}
        groupOf={({ group }) => group}
        empty={
          hasMore
            ? { title: `None of these is in ${currency}` }
            : { title: `Nothing to pay in ${currency}`, text: "Withdrawals of customers will show here." }
        }
        named={({ reference }) => reference}
        panel={(row, isGone) => (
          <WithdrawalPanel
            withdrawal={row}
            isGone={isGone}
            inBatch={row.group === IN_BATCH}
            held={row.group === HELD}
          />
        )}
      />
      {making !== undefined && (
        <MakeBatch currency={currency} {...making} onMade={onMade} onClose={() => setMaking(undefined)} />
      )}
    </Screen>
  );
}
