import { RECEIVABLE_STATUSES } from "@wattle/contracts/choices";
import type { Receivable, ReceivableStatus } from "@wattle/contracts/receivables";
import { keepPreviousData } from "@tanstack/react-query";
import { Status, type StateWord } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { actCall } from "../parts/act-call.ts";
import { ActPanel, type PanelAct } from "../parts/act-panel.tsx";
import { momentColumn, stateColumn } from "../parts/columns.tsx";
import { CursorPages } from "../parts/cursor-pages.tsx";
import type { DeskColumn } from "../parts/desk-list.tsx";
import { NOTE } from "../parts/fields.ts";
import { customerFact } from "../parts/link-facts.tsx";
import { ListAndPanel } from "../parts/list-and-panel.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { byAmount, byText } from "../parts/sorting.ts";
import { StateFilter, useShownState } from "../parts/state-filter.tsx";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useWaiting } from "../approvals/use-waiting.ts";

const SHOWN = 50;
const WORDS: Readonly<Record<ReceivableStatus, StateWord>> = {
  open: { kind: "waiting", word: "Owed" },
  settled: { kind: "done", word: "Paid back" },
  written_off: { kind: "stopped", word: "Written off" },
};

const moneyOf = ({ amount, currency }: Receivable): string => signedText(amount, currency);

const COLUMNS: readonly DeskColumn<Receivable>[] = [
  {
    key: "customer",
    title: "Customer",
    cell: ({ customer }) => <strong>{customer.name || customer.email}</strong>,
    sort: byText(({ customer }) => customer.name || customer.email),
    csv: ({ customer }) => customer.email,
  },
  {
    key: "amount",
    title: "Amount",
    figures: true,
    cell: moneyOf,
    sort: byAmount(
      ({ amount }) => amount,
      ({ currency }) => currency,
    ),
    csv: ({ amount }) => amount,
  },
  { key: "currency", title: "Currency", fileOnly: true, cell: () => null, csv: ({ currency }) => currency },
  momentColumn("since", "Since", ({ opened_at: at }) => at),
  stateColumn(
    ({ status }) => WORDS[status],
    ({ status }) => status,
  ),
];

interface OwedPanelProps {
  readonly owed: Receivable;
  /** If it is not open any more, or waits for a second person, nothing can be done. */
  readonly possible: boolean;
  readonly request: string | undefined;
}

/** One amount that a customer owes, and ending it. */
function OwedPanel({ owed, possible, request }: OwedPanelProps) {
  const { id, customer, status } = owed;
  const money = moneyOf(owed);
  const name = customer.name || customer.email;
  const acts: readonly PanelAct[] = [
    {
      act: "settle",
      letter: "y",
      label: "Take from the balance",
      needs: "ops.receivables.settle",
      possible,
      title: `Take ${money} from the balance of ${name}`,
      button: "Take it",
      fields: [NOTE],
      done: `${money} paid back by ${name}`,
      call: ({ internal_note = "" }) => actCall("ops.receivables.settle", { id, internal_note }),
    },
    {
      act: "writeoff",
      letter: "x",
      label: "Write off",
      needs: "ops.receivables.writeOff",
      possible: possible && request === undefined,
      title: `Write off ${money} of ${name}`,
      button: "Write it off",
      kind: "danger",
      about: <p>We take the loss.</p>,
      fields: [NOTE],
      done: `${money} of ${name} written off`,
      call: ({ internal_note = "" }) => actCall("ops.receivables.writeOff", { id, internal_note }),
    },
  ];
  return (
    <ActPanel
      title={`${name}, ${money}`}
      aside={<Status kind={WORDS[status].kind}>{WORDS[status].word}</Status>}
      acts={acts}
      kind="receivable"
      subject={id}
      request={request}
      facts={[
        customerFact(customer.id, customer.email),
        ["Owed since", momentText(owed.opened_at)],
        ...(owed.bank_line_id === null
          ? ([
              ["Why", "The network undid a payment that was already spent"],
              [
                "Arrival",
                <SiteLink key="arrival" to={`/teamaccess/arrivals?state=reversed&row=${owed.arrival_id}`}>
                  Open the arrival
                </SiteLink>,
              ],
            ] as const)
          : ([
              ["Why", "The bank took back money that was already spent"],
              [
                "Bank line",
                <SiteLink key="line" to={`/teamaccess/bank?id=${owed.bank_line_id}`}>
                  Open the line
                </SiteLink>,
              ],
            ] as const)),
      ]}
    />
  );
}

/** Debts of customers since a bank took back money that they had spent. */
export function Owed() {
  const { after } = useDeskSearch().search;
  const shown = useShownState(RECEIVABLE_STATUSES);
  const list = trpc.ops.receivables.list.useQuery(
    { limit: SHOWN, ...(shown !== "all" && { status: shown }), ...(after !== undefined && { after }) },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const waiting = useWaiting("ops.receivables.writeOff");
  return (
    <>
      <div className={parts["filters"]}>
        <StateFilter states={RECEIVABLE_STATUSES} word={(state) => WORDS[state].word} />
      </div>
      <ListAndPanel
        caption="Owed by customers"
        columns={COLUMNS}
        query={{ ...list, data: list.data?.data }}
        empty={
          shown === "open"
            ? {
                title: "No one owes anything",
                text: "If a bank takes back money that was spent, the debt shows here.",
              }
            : { title: "None of these" }
        }
        panel={(owed, isGone) => (
          <OwedPanel
            owed={owed}
            possible={!isGone && owed.status === "open"}
            request={waiting?.get(owed.id)}
          />
        )}
      >
        <CursorPages next={list.data?.next} onward="Older amounts" first="Newest amounts" />
      </ListAndPanel>
    </>
  );
}
