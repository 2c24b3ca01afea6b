import { ONRAMP_STATUSES } from "@wattle/contracts/choices";
import { keepPreviousData } from "@tanstack/react-query";
import { Status } from "../../controls/status.tsx";
import { ORDER_WORDS, orderText } from "../../onramp/order-words.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import type { CardPaymentRecord } from "../parts/answers.ts";
import { noteText } from "../approvals/approval-words.ts";
import { actCall } from "../parts/act-call.ts";
import { ActPanel, type PanelAct } from "../parts/act-panel.tsx";
import { momentColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import type { DeskColumn } from "../parts/desk-list.tsx";
import { NOTE } from "../parts/fields.ts";
import { customerFact } from "../parts/link-facts.tsx";
import { ListAndPanel } from "../parts/list-and-panel.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { byAmount } from "../parts/sorting.ts";
import { StateFilter, useShownState } from "../parts/state-filter.tsx";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";
import { useWaiting } from "../approvals/use-waiting.ts";

const SHOWN = 50;
/** Those under review are the work. */
const STATES = ["review", ...ONRAMP_STATUSES.filter((status) => status !== "review")] as const;

const COLUMNS: readonly DeskColumn<CardPaymentRecord>[] = [
  {
    key: "what",
    title: "Payment",
    cell: orderText,
    sort: byAmount(
      ({ fiat_amount: amount }) => amount,
      ({ fiat_currency: currency }) => currency,
    ),
    csv: orderText,
  },
  textColumn("provider", "Provider", ({ provider }) => provider),
  momentColumn("made", "Started", ({ created_at: at }) => at),
  stateColumn(
    ({ status }) => ORDER_WORDS[status],
    ({ status }) => status,
  ),
];

interface CardPanelProps {
  readonly order: CardPaymentRecord;
  readonly request: string | undefined;
  /** It is not under review any more. */
  readonly isGone: boolean;
}

/** One card payment, and ending its review. */
function CardPanel({ order, request, isGone }: CardPanelProps) {
  const { id, status, crypto_currency: coin, crypto_amount: arrived, note } = order;
  const { kind, word } = ORDER_WORDS[status];
  const possible = status === "review" && !isGone && request === undefined;
  const acts: readonly PanelAct[] = [
    {
      act: "credit",
      letter: "y",
      label: "Credit what arrived",
      needs: "ops.onramp.resolve",
      possible: possible && order.transaction_id === null,
      title: `Credit ${orderText(order)}`,
      button: "Credit it",
      fields: [{ name: "crypto_amount", label: `What arrived, in ${coin}`, initial: arrived ?? "" }, NOTE],
      done: `${orderText(order)} credited`,
      call: ({ crypto_amount: amount = "", internal_note = "" }) =>
        actCall("ops.onramp.resolve", {
          id,
          decision: "credit",
          crypto_amount: amount.trim(),
          internal_note,
        }),
    },
    {
      act: "close",
      letter: "x",
      label: "Close without a credit",
      needs: "ops.onramp.resolve",
      possible,
      title: `Close ${orderText(order)}`,
      button: "Close it",
      kind: "danger",
      fields: [NOTE],
      done: `${orderText(order)} closed`,
      call: ({ internal_note = "" }) =>
        actCall("ops.onramp.resolve", { id, decision: "close", internal_note }),
    },
  ];
  return (
    <ActPanel
      title={orderText(order)}
      aside={<Status kind={kind}>{word}</Status>}
      acts={acts}
      kind="card_payment"
      subject={id}
      request={request}
      facts={[
        ...(order.customer_id === null ? [] : [customerFact(order.customer_id, "Open the customer")]),
        ["Paid to the provider", signedText(order.fiat_amount, order.fiat_currency)],
        ["Arrived", arrived && signedText(arrived, coin)],
        ["Provider’s number", order.provider_order_id ?? "None"],
        ["Why", note && noteText(note)],
        ["Last changed", momentText(order.updated_at)],
      ]}
    />
  );
}

/** Payments by card or wallet, those under review first of all. */
export function CardPayments() {
  const { search } = useDeskSearch();
  const shown = useShownState(STATES);
  const list = trpc.ops.onramp.list.useQuery(
    { page: pageOf(search), per_page: SHOWN, ...(shown !== "all" && { status: shown }) },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const waiting = useWaiting("ops.onramp.resolve");
  return (
    <>
      <div className={parts["filters"]}>
        <StateFilter states={STATES} word={(state) => ORDER_WORDS[state].word} />
      </div>
      <ListAndPanel
        firstShows
        caption="Card payments"
        columns={COLUMNS}
        query={list}
        empty={
          shown === "review"
            ? {
                title: "No card payment is under review",
                text: "Payments the provider questions show here.",
              }
            : { title: "No matching card payments" }
        }
        panel={(order, isGone) => (
          <CardPanel order={order} request={waiting?.get(order.id)} isGone={isGone} />
        )}
      />
    </>
  );
}
