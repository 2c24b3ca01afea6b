import type { TransactionRecord } from "../parts/answers.ts";
import type { StaffProcedure } from "@wattle/contracts/staff-access";
import type { TravelData } from "@wattle/contracts/travel";
import { currencyOf } from "@wattle/contracts/markets";
import { displayDecimal } from "@wattle/exchange-core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Notice } from "../../ui/notice.tsx";
import { Button } from "../../controls/button.tsx";
import { Panel } from "../../controls/panel.tsx";
import { Loaded } from "../../controls/loaded.tsx";
import { Status } from "../../controls/status.tsx";
import { TextField } from "../../controls/text-field.tsx";
import { callFailure, failureText } from "../../failed-call.ts";
import { TYPE_WORDS } from "../../history/history-search.ts";
import { STATUS_WORDS } from "../../history/statuses.ts";
import { amountText, coinPrice } from "../../money/price-figures.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Form } from "../../ui/form.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { arrivedText, linePlace, useArrived } from "../parts/arrived.ts";
import { accountText } from "../ledger/account-words.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { TransactionList } from "./transaction-list.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { customerFact, type Fact } from "../parts/link-facts.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { byAmount } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useMay } from "../parts/use-may.ts";
import { doubtText, isQuoted, PriceAnswer } from "./price-answer.tsx";
import { SignedRate } from "./signed-rate.tsx";
import { Story } from "./story.tsx";
import styles from "./transactions.module.css";
import { lacksSender, NameSender, TravelDialog, useTravel } from "./travel-data.tsx";

type Posting = TransactionRecord["entries"][number]["postings"][number] & {
  readonly key: string;
  readonly id: string;
  readonly entry: string;
};

const POSTINGS: readonly DeskColumn<Posting>[] = [
  { key: "entry", title: "Entry", cell: ({ entry }) => entry, csv: ({ entry }) => entry },
  { key: "from", title: "From", cell: ({ source }) => accountText(source), csv: ({ source }) => source },
  {
    key: "to",
    title: "To",
    cell: ({ destination }) => accountText(destination),
    csv: ({ destination }) => destination,
  },
  {
    key: "amount",
    title: "Amount",
    figures: true,
    cell: ({ amount, currency }) => amountText(amount, currency),
    sort: byAmount(
      ({ amount }) => amount,
      ({ currency }) => currency,
    ),
    csv: ({ amount, currency }) => `${amount} ${currency}`,
  },
];

/** A market's price with its units: '5,010.00 AUD per ETH'. */
function marketText({ credit_currency: gave, debit_currency: got }: TransactionRecord, rate: string): string {
  const [coin, money] = currencyOf(gave)?.kind === "crypto" ? [gave, got] : [got, gave];
  return `${displayDecimal(rate, 2)} ${money} per ${coin}`;
}

/** Amounts that moved, or will move: only an exchange has two. */
function moneyFacts(record: TransactionRecord): readonly Fact[] {
  const { transaction_type: type, status } = record;
  const gave = amountText(record.credit, record.credit_currency);
  if (type === "exchange")
    return [
      ["Gave", gave],
      ["Got", amountText(record.debit, record.debit_currency)],
    ];
  const planned = record.announced === null ? null : amountText(record.announced, record.credit_currency);
  if (type !== "deposit") return [["Amount", gave]];
  return status === "completed"
    ? [
        ["Arrived", gave],
        ["Planned", planned],
      ]
    : [["Planned", planned ?? gave]];
}

/** Acts on the page of a transaction, for one's roles. */
const actsOf = (
  record: TransactionRecord,
  travel: TravelData | undefined,
  may: (procedure: StaffProcedure) => boolean,
  asks: boolean,
) => [
  ...(isQuoted(record)
    ? [
        {
          act: "answer",
          letter: "a",
          button: "Answer about the price",
          // Seldom asked for, unless the customer has just asked something.
          kind: asks ? ("primary" as const) : ("quiet" as const),
        },
      ]
    : []),
  ...(travel === undefined ? [] : [{ act: "travel", letter: "t", button: "Open travel data" } as const]),
  ...(travel !== undefined && lacksSender(travel) && may("ops.travel.nameSender")
    ? [{ act: "sender", letter: "n", button: "Name the sender" } as const]
    : []),
];

/** Whether the customer of an exchange has an open enquiry. */
function useAsks(record: TransactionRecord): boolean {
  const may = useMay();
  const open = trpc.ops.support.list.useQuery(
    { customer: record.customer.id, per_page: 1 },
    { enabled: isQuoted(record) && may("ops.support.list"), ...SHOWN_IN_PLACE },
  );
  return (open.data?.data ?? []).length > 0;
}

/** 'Withdrawal, 480.00 AUD, Pia Paid'. */
const titleText = ({
  transaction_type: type,
  credit,
  credit_currency: code,
  customer: { first_name: first, last_name: last },
}: TransactionRecord): string =>
  [TYPE_WORDS[type], amountText(credit, code), `${first} ${last}`.trim()].filter(Boolean).join(", ");

/** One transaction of whatever kind, with its proof, and next to it what happened and what comes next. */
function Transaction({ record }: { readonly record: TransactionRecord }) {
  const { customer, status, fee_amount: fee, fee_currency: feeCurrency } = record;
  const { kind, word } = STATUS_WORDS[status];
  const navigate = useNavigate();
  const may = useMay();
  const { search, change } = useDeskSearch();
  const travel = useTravel(record, may);
  const acts = actsOf(record, travel, may, useAsks(record));
  const open = acts.find(({ act }) => act === search["act"])?.act;
  const close = () => change({ act: "" });
  const market = record.market_price;
  const arrived = useArrived(record.transaction_type === "deposit" ? customer.id : undefined).filter(
    ({ proposal }) => proposal.deposit_id === record.id,
  );
  const doubt = doubtText(record);
  const { credit_currency, debit_currency, rate } = record;
  const coin = coinPrice({ credit_currency, debit_currency, rate: rate ?? "" });
  const postings = record.entries.flatMap(({ id, description, postings: moved }) =>
    moved.map((posting, index) => ({ ...posting, id, key: `${id}-${index}`, entry: description })),
  );
  return (
    <div className={styles["columns"]}>
      <div className={styles["facts"]}>
        <Panel
          title={`${TYPE_WORDS[record.transaction_type]} ${record.reference}`}
          aside={<Status kind={kind}>{word}</Status>}
        >
          {doubt !== undefined && (
            <Notice kind="warn">
              <p>{doubt}</p>
            </Notice>
          )}
          <ActButtons acts={acts.map(({ act, ...button }) => ({ ...button, run: () => change({ act }) }))} />
          <div className={styles["pairs"]}>
            <Facts
              facts={[
                customerFact(customer.id, `${customer.first_name} ${customer.last_name}, ${customer.email}`),
                ...moneyFacts(record),
                ...arrived.map(
                  (line) =>
                    [
                      "At the bank",
                      <SiteLink key={line.id} to={linePlace(line)}>
                        {arrivedText(line)}
                      </SiteLink>,
                    ] as const,
                ),
                ["Rate", coin === undefined ? record.rate : `${coin.price} per ${coin.coin}`],
                ...(market === null
                  ? []
                  : [
                      [
                        `Market price, ${momentText(market.recorded_at)}`,
                        marketText(record, market.rate),
                      ] as const,
                    ]),
                ...(fee === null || feeCurrency === null
                  ? []
                  : [
                      [
                        record.rate === null ? "Network fee" : `Fee, ${record.fee}%`,
                        amountText(fee, feeCurrency),
                      ] as const,
                    ]),
                ["Reference in digits", record.bill_reference],
                ["Bank’s reference", record.bank_reference],
                ["The customer reads", record.note],
                ["Made", momentText(record.created_at)],
                [
                  "Last changed",
                  record.updated_at === record.created_at ? null : momentText(record.updated_at),
                ],
              ]}
            />
          </div>
        </Panel>
        {record.quote !== null && <SignedRate quote={record.quote} />}
        <Panel title="In the books">
          <DeskList
            caption={`Postings of ${record.reference}`}
            card={{ entry: "head", amount: "end", from: "line", to: "line" }}
            columns={POSTINGS}
            query={{ data: postings }}
            rowKey={({ key }) => key}
            empty={{ title: "Nothing is booked yet" }}
            onOpen={({ id }) => void navigate({ to: `/teamaccess/ledger?entry=${id}` })}
          />
        </Panel>
      </div>
      <Story record={record} />
      {open === "answer" && isQuoted(record) && <PriceAnswer record={record} onClose={close} />}
      {open === "travel" && travel !== undefined && (
        <TravelDialog record={record} travel={travel} onClose={close} />
      )}
      {open === "sender" && <NameSender record={record} onClose={close} />}
    </div>
  );
}

const UNKNOWN = (
  <EmptyState title="We couldn’t find this transaction">
    Check the reference. It has twelve letters and digits; a bill’s has ten digits.
  </EmptyState>
);

/** Transactions of all customers, and any one by its reference. */
export function TransactionsPage() {
  const { search, change } = useDeskSearch();
  const reference = search["reference"] ?? "";
  const [typed, setTyped] = useState<string>();
  const value = typed ?? reference;
  const open = (wanted: string): void => {
    setTyped(undefined);
    change({ reference: wanted, act: "" });
  };
  const found = trpc.ops.transactions.find.useQuery(
    { reference },
    { enabled: reference !== "", retry: false, ...SHOWN_IN_PLACE },
  );
  const isUnknown = found.error !== null && callFailure(found.error).code === "not_found";
  return (
    <Screen
      title={reference === "" || found.data === undefined ? "Transactions" : titleText(found.data)}
      aside={
        <div className={styles["find"]}>
          {reference !== "" && <SiteLink to="/teamaccess/transactions">All transactions</SiteLink>}
          <Form className={styles["form"] ?? ""} onSubmit={() => open(value.trim())}>
            <TextField
              label="Reference"
              placeholder="Reference or bill’s number"
              value={value}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
            />
            <Button type="submit" kind="quiet" className={parts["small"]}>
              Find
            </Button>
          </Form>
        </div>
      }
    >
      {reference === "" ? (
        <TransactionList onOpen={open} />
      ) : (
        <Loaded
          query={found}
          what="this transaction"
          note={found.error && failureText(callFailure(found.error))}
          lines={8}
          failed={isUnknown ? UNKNOWN : undefined}
        >
          {(record) => <Transaction record={record} />}
        </Loaded>
      )}
    </Screen>
  );
}
