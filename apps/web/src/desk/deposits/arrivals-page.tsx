import { ARRIVAL_STATUSES } from "@wattle/contracts/choices";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../controls/button.tsx";
import { Status, type StateWord } from "../../controls/status.tsx";
import { NETWORK_NAMES } from "../../money/network-names.ts";
import { ShortAddress, WholeAddress } from "../../money/coin-address.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { useWaiting } from "../approvals/use-waiting.ts";
import { CustomerBox, type ChosenCustomer } from "../parts/customer-box.tsx";
import { actCall } from "../parts/act-call.ts";
import { ActPanel, type PanelAct } from "../parts/act-panel.tsx";
import type { ArrivalRecord } from "../parts/answers.ts";
import { nameColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { CursorPages } from "../parts/cursor-pages.tsx";
import type { DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { NOTE } from "../parts/fields.ts";
import { customerFact } from "../parts/link-facts.tsx";
import { ListAndPanel } from "../parts/list-and-panel.tsx";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { byAmount, byCount } from "../parts/sorting.ts";
import { StateFilter, useShownState } from "../parts/state-filter.tsx";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { Views } from "../parts/views.tsx";
import { ownerText } from "./owner-text.ts";
import { UnknownTokens } from "./unknown-tokens.tsx";

type State = (typeof ARRIVAL_STATUSES)[number];

const WORDS: Readonly<Record<State, StateWord>> = {
  under_review: { kind: "waiting", word: "Under review" },
  below_minimum: { kind: "waiting", word: "Below minimum" },
  seen: { kind: "waiting", word: "Seen" },
  confirming: { kind: "waiting", word: "Confirming" },
  credited: { kind: "done", word: "Credited" },
  own_money: { kind: "done", word: "Own money" },
  dropped: { kind: "stopped", word: "Dropped" },
  reversed: { kind: "failed", word: "Undone" },
};
/** Those under review are the work. */
const STATES = ["under_review", ...ARRIVAL_STATUSES.filter((status) => status !== "under_review")] as const;

const coinsText = ({ amount, currency }: ArrivalRecord): string => signedText(amount, currency);

const COLUMNS: readonly DeskColumn<ArrivalRecord>[] = [
  nameColumn("owner", "Address of", ownerText),
  textColumn("network", "Network", ({ network }) => NETWORK_NAMES[network]),
  {
    key: "amount",
    title: "Amount",
    figures: true,
    cell: coinsText,
    sort: byAmount(
      ({ amount }) => amount,
      ({ currency }) => currency,
    ),
    csv: coinsText,
  },
  {
    key: "address",
    title: "Address",
    cell: ({ address }) => <ShortAddress address={address} />,
    csv: ({ address }) => address,
  },
  {
    key: "transaction",
    title: "Transaction",
    secondary: true,
    cell: ({ txid }) => <ShortAddress address={txid} />,
    csv: ({ txid, output }) => `${txid}:${output}`,
  },
  {
    ...textColumn("confirmations", "Confirmations", ({ confirmations }) => `${confirmations}`),
    figures: true,
    secondary: true,
    sort: byCount(({ confirmations }) => confirmations),
  },
  stateColumn(
    ({ status }) => WORDS[status],
    ({ status }) => status,
  ),
];

interface ArrivalPanelProps {
  readonly arrival: ArrivalRecord;
  /** The request that waits for a second person to credit it. */
  readonly request: string | undefined;
}

/** One arrival, and what staff can do with it. */
function ArrivalPanel({ arrival, request }: ArrivalPanelProps) {
  const { id, customer, status, reason, txid, output, address, network, confirmations } = arrival;
  const { kind, word } = WORDS[status];
  const isOpen = (status === "under_review" || status === "below_minimum") && request === undefined;
  const coins = coinsText(arrival);
  const { change } = useDeskSearch();
  const [owner, setOwner] = useState<Pick<ChosenCustomer, "id" | "name" | "email"> | undefined>(
    customer ?? undefined,
  );
  const acts: readonly PanelAct[] = [
    {
      act: "credit",
      letter: "y",
      label: "Credit a customer",
      needs: "ops.arrivals.credit",
      possible: isOpen,
      title: `Credit ${coins}`,
      button: "Credit it",
      first: owner === undefined && (
        <CustomerBox
          label="Credit to"
          onChoose={(chosen) => {
            // The box has closed itself before.
            setOwner(chosen);
            change({ act: "credit" });
          }}
          onClose={() => change({ act: "" })}
        />
      ),
      about: owner !== undefined && (
        <p>
          To <strong>{owner.name}</strong>, {owner.email}{" "}
          <Button kind="quiet" className={parts["small"]} onClick={() => setOwner(undefined)}>
            Another customer
          </Button>
        </p>
      ),
      fields: [NOTE],
      done: `${coins} credited`,
      call: ({ internal_note = "" }) =>
        actCall("ops.arrivals.credit", { id, customer: owner?.id ?? "", internal_note }),
    },
    {
      act: "own",
      letter: "m",
      label: "Our own money",
      needs: "ops.arrivals.ownMoney",
      possible: isOpen && customer === null,
      title: `Our own money: ${coins}`,
      button: "Keep it as own money",
      fields: [
        {
          name: "from",
          label: "It comes from",
          initial: "inventory",
          options: [
            { value: "inventory", label: "Where we bought it by hand" },
            { value: "venue", label: "The venue where we hedge" },
            { value: "card_provider", label: "The card provider" },
          ],
        },
        NOTE,
      ],
      done: `${coins} kept as own money`,
      call: ({ from, internal_note = "" }) =>
        actCall("ops.arrivals.ownMoney", {
          id,
          from: from === "venue" || from === "card_provider" ? from : "inventory",
          internal_note,
        }),
    },
  ];
  return (
    <ActPanel
      title={`${ownerText(arrival)}, ${coins}`}
      aside={<Status kind={kind}>{word}</Status>}
      acts={acts}
      kind="arrival"
      subject={id}
      request={request}
      facts={[
        ...(customer === null ? [] : [customerFact(customer.id, customer.email)]),
        ["Why", reason],
        ["Network", NETWORK_NAMES[network]],
        ["Confirmations", `${confirmations}`],
        ["Address", <WholeAddress key="address" address={address} />],
        [
          "Transaction",
          <span key="transaction" className={parts["roomy"]}>
            {txid}:{output}
          </span>,
        ],
      ]}
    />
  );
}

/** Coins that arrive at our addresses, those under review first of all. */
function Arrivals() {
  const { search } = useDeskSearch();
  const shown = useShownState(STATES);
  const list = trpc.ops.arrivals.list.useQuery(
    {
      ...(shown !== "all" && { status: shown }),
      ...(search["after"] !== undefined && { after: search["after"] }),
    },
    { placeholderData: keepPreviousData, ...SHOWN_IN_PLACE },
  );
  const waiting = useWaiting("ops.arrivals.credit");
  const isClear = shown === "under_review" && search["after"] === undefined && list.data?.data.length === 0;
  // Without work, the screen has what came without it.
  const last = trpc.ops.arrivals.list.useQuery({}, { enabled: isClear, ...SHOWN_IN_PLACE });
  const query = isClear ? last : list;
  return (
    <>
      <div className={parts["filters"]}>
        <StateFilter states={STATES} word={(state) => WORDS[state].word} />
      </div>
      {isClear && (
        <div>
          <Status kind="done" quiet>
            Nothing to review
          </Status>
          <p className={parts["muted"]}>Coins we couldn’t credit automatically show here. Last arrivals:</p>
        </div>
      )}
      <ListAndPanel
        firstShows
        caption={isClear ? "Last arrivals" : "Arrivals"}
        card={{ owner: "head", amount: "end", address: "line", state: "line" }}
        columns={COLUMNS}
        query={{ ...query, data: query.data?.data }}
        empty={{ title: isClear ? "No arrivals yet" : "No matching arrivals" }}
        panel={(arrival) => <ArrivalPanel arrival={arrival} request={waiting?.get(arrival.id)} />}
      >
        <CursorPages
          next={isClear ? null : list.data?.next}
          onward="Older arrivals"
          first="Newest arrivals"
        />
      </ListAndPanel>
    </>
  );
}

const VIEWS = [
  ["arrivals", "Coins"],
  ["tokens", "Unknown tokens"],
] as const;

/** Coins at our addresses, and tokens, which no one acts on. */
export function ArrivalsPage() {
  const { search } = useDeskSearch();
  const view = search["view"] === "tokens" ? "tokens" : "arrivals";
  return (
    <Screen title="Arrivals">
      <Views label="Views of arrivals" views={VIEWS} view={view} forget={["state", "after", "row", "act"]} />
      {view === "tokens" ? <UnknownTokens /> : <Arrivals />}
    </Screen>
  );
}
