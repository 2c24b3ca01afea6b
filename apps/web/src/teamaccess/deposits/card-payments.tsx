import { keepPreviousData } from "@tanstack/react-query";
import { ONRAMP_STATUSES } from "@wattle/contracts/onramp";
import { displayMoment } from "@wattle/exchange-core/display";
import { SelectField } from "../../controls/select-field.tsx";
import { Status } from "../../controls/status.tsx";
import { ORDER_WORDS, orderText } from "../../onramp/order-words.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import type { CardPaymentRecord } from "../answers.ts";
import { noteText } from "../approvals/approval-words.ts";
import type { ActField } from "../parts/act-drawer.tsx";
import { ActPanel, type PanelAct } from "../parts/act-panel.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { useAsOpened } from "../parts/use-as-opened.ts";
import { pageOf, useDeskSearch } from "../parts/use-desk-search.ts";
import { useWaiting } from "../parts/use-waiting.ts";

const SHOWN = 50;
const NOTE: ActField = { name: "internal_note", label: "Why", hint: "For staff only", lines: true };

const COLUMNS: readonly DeskColumn<CardPaymentRecord>[] = [
  { key: "what", title: "Payment", cell: orderText, csv: orderText },
  { key: "provider", title: "Provider", cell: ({ provider }) => provider, csv: ({ provider }) => provider },
  {
    key: "made",
    title: "Started",
    cell: ({ created_at: at }) => displayMoment(Date.parse(at)),
    csv: ({ created_at: at }) => at,
  },
  {
    key: "state",
    title: "State",
    cell: ({ status }) => <Status kind={ORDER_WORDS[status][0]}>{ORDER_WORDS[status][1]}</Status>,
    csv: ({ status }) => status,
  },
];

interface CardPanelProps {
  readonly order: CardPaymentRecord;
  readonly request: string | undefined;
  /** It is not under review any more. */
  readonly isGone: boolean;
}

/** One card payment, and ending its review. */
function CardPanel({ order, request, isGone }: CardPanelProps) {
  const resolve = trpc.ops.onramp.resolve.useMutation();
  const { id, status, crypto_currency: coin, crypto_amount: arrived, note } = order;
  const [kind, word] = ORDER_WORDS[status];
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
      changes: ({ crypto_amount: amount = "" }) =>
        amount.trim() === ""
          ? []
          : [{ what: "Balance", before: "Not credited", after: `+${amount} ${coin}` }],
      done: "Card payment credited",
      run: ({ crypto_amount: amount = "", internal_note = "" }) =>
        resolve.mutateAsync({ id, decision: "credit", crypto_amount: amount.trim(), internal_note }),
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
      changes: [{ what: "State", before: word, after: "Closed. The books stay as they are" }],
      done: "Card payment closed",
      run: ({ internal_note = "" }) => resolve.mutateAsync({ id, decision: "close", internal_note }),
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
        ...(order.customer_id === null
          ? []
          : [
              [
                "Customer",
                <SiteLink key="customer" to={`/teamaccess/customers?id=${order.customer_id}`}>
                  Open the customer
                </SiteLink>,
              ] as const,
            ]),
        ["Paid to the provider", signedText(order.fiat_amount, order.fiat_currency)],
        ...(arrived === null ? [] : [["Arrived", signedText(arrived, coin)] as const]),
        ["Provider’s number", order.provider_order_id ?? "None"],
        ...(note === null ? [] : [["Why", noteText(note)] as const]),
        ["Last changed", displayMoment(Date.parse(order.updated_at))],
      ]}
    />
  );
}

/** Payments by card or wallet, those under review first of all. */
export function CardPayments() {
  const { search, change } = useDeskSearch();
  const { state, row } = search;
  const shown = state === "all" ? "all" : (ONRAMP_STATUSES.find((known) => known === state) ?? "review");
  const list = trpc.ops.onramp.list.useQuery(
    { page: pageOf(search), per_page: SHOWN, ...(shown !== "all" && { status: shown }) },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const waiting = useWaiting("ops.onramp.resolve");
  const now = list.data?.data.find(({ id }) => id === row);
  const open = useAsOpened(row, now);
  return (
    <>
      <div className={parts["filters"]}>
        <SelectField
          label="Show"
          value={shown}
          options={[
            { value: "review", label: ORDER_WORDS.review[1] },
            ...ONRAMP_STATUSES.filter((value) => value !== "review").map((value) => ({
              value,
              label: ORDER_WORDS[value][1],
            })),
            { value: "all", label: "All" },
          ]}
          onChange={(chosen) =>
            change({ state: chosen === "review" ? "" : chosen, page: "", row: "", act: "" })
          }
        />
      </div>
      <div className={open === undefined ? undefined : parts["split"]}>
        <DeskList
          caption="Card payments"
          columns={COLUMNS}
          query={list}
          rowKey={({ id }) => id}
          empty={
            shown === "review"
              ? {
                  title: "No card payment is under review",
                  text: "Payments the provider doubts show here.",
                }
              : { title: "No such card payments" }
          }
          onOpen={({ id }) => change({ row: id })}
          openKey={open?.id}
        />
        {open !== undefined && (
          <CardPanel
            key={open.id}
            order={now ?? open}
            request={waiting?.get(open.id)}
            isGone={now === undefined}
          />
        )}
      </div>
    </>
  );
}
