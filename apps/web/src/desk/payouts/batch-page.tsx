import { isUnusual } from "@wattle/contracts/choices";
import type { Payout } from "@wattle/contracts/payouts";
import { useState } from "react";
import { Notice } from "../../ui/notice.tsx";
import { Status } from "../../controls/status.tsx";
import { Loaded } from "../../controls/loaded.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { ApprovalDrawer } from "../approvals/approval-drawer.tsx";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { referenceColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import type { Figure } from "../parts/figure-strip.tsx";
import parts from "../parts/parts.module.css";
import { useHere } from "../parts/presence.tsx";
import { countText, signedText, sumOf } from "../parts/signed-money.ts";
import { byAmount } from "../parts/sorting.ts";
import { useActAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useRequests } from "../approvals/use-waiting.ts";
import { useBatchActs } from "./batch-acts.ts";
import type { Step } from "./batch-story.tsx";
import { Payees } from "../payees/payees.tsx";
import {
  BATCH_WORDS,
  batchMoney,
  batchState,
  checkText,
  lookFirst,
  reviewText,
  toCustomersText,
} from "../payees/payout-words.ts";
import { checksOf } from "./batch-checks.tsx";
import { BatchFrame, useIsMaker } from "./batch-frame.tsx";
import { RowPanel } from "./row-panel.tsx";
import { Check } from "../payees/warnings.tsx";

type Row = Payout["rows"][number];

const columnsOf = ({ currency }: Payout): readonly DeskColumn<Row>[] => [
  textColumn("customer", "Customer", ({ customer }) => customer.name),
  textColumn("name", "Account is in the name of", ({ account_name: name }) => name),
  {
    key: "account",
    title: "Account",
    secondary: true,
    cell: ({ account }) => <span className={parts["whole"]}>{account}</span>,
    csv: ({ account }) => account,
  },
  referenceColumn(),
  {
    key: "amount",
    title: currency,
    figures: true,
    cell: ({ amount }) => <strong>{signedText(amount)}</strong>,
    sort: byAmount(({ amount }) => amount),
    csv: ({ amount }) => amount,
  },
  {
    key: "check",
    title: "Check",
    cell: (row) => (row.status === "returned" ? "Came back" : <Check {...row} />),
    csv: checkText,
  },
];

const stepsOf = (batch: Payout): readonly Step[] => [
  ["Made", batch.created_at, "Not made"],
  ["Released", batch.released_at, "Not released"],
  ["File", batch.filed_at, "Not downloaded"],
  ["Sent", batch.sent_at, "Not sent"],
  ["Settled", batch.settled_at, "Not settled"],
];

/** Its total, and how much of it needs review. */
function figuresOf(batch: Payout): readonly Figure[] {
  const unusual = batch.rows.filter(isUnusual);
  return [
    { name: "Total", value: batchMoney(batch) },
    { name: "Payouts", value: countText(batch.count) },
    {
      name: "Nothing unusual",
      value: `${batch.rows.length - unusual.length} of ${batch.rows.length}`,
    },
    ...(unusual.length === 0
      ? []
      : [
          {
            name: reviewText(unusual.length),
            value: signedText(sumOf(unusual.map(({ amount }) => amount)), batch.currency),
          },
        ]),
  ];
}

/** How far a batch is, and whether it waits for a second person. */
function BatchState({ batch }: { readonly batch: Payout }) {
  const isAsked = useRequests("ops.payouts.release")?.has(batch.id) ?? false;
  const isMakers = useIsMaker(batch);
  return <Status kind={BATCH_WORDS[batch.status].kind}>{batchState(batch, isAsked || isMakers)}</Status>;
}

/** A batch with its payments and what can be done with it. */
function Batch({ batch, leftOut }: { readonly batch: Payout; readonly leftOut: readonly string[] }) {
  const { search, change } = useDeskSearch();
  useHere({ kind: "payout", id: batch.id });
  const waiting = useRequests("ops.payouts.release");
  const request = waiting?.get(batch.id);
  const acts = useBatchActs(batch, waiting === undefined || request !== undefined);
  // Once it is decided it waits no more, and still shows how.
  const [looking, setLooking] = useState<string>();
  const doing = useActAsOpened(
    acts.find(({ name }) => name === search["act"]),
    waiting !== undefined || search["act"] !== "release",
  );
  const row = batch.rows.find(({ reference }) => reference === search["row"]);
  // The maker is one of the two people, and has done their part.
  const isMakers = useIsMaker(batch) && batch.status === "open";
  const waits = request !== undefined && batch.status === "open";
  return (
    <>
      <BatchFrame
        id={batch.id}
        figures={figuresOf(batch)}
        steps={stepsOf(batch)}
        ended={batch.status === "settled" || batch.status === "cancelled"}
        checks={checksOf(batch)}
        notices={
          <>
            {leftOut.length > 0 && (
              <Notice kind="warn">
                <p>
                  Not in it, because it goes to your own email address: {leftOut.join(", ")}. Someone else
                  pays it.
                </p>
              </Notice>
            )}
            {batch.status === "sent" && (
              <p className={parts["muted"]}>
                Settled once it’s on the bank statement. <SiteLink to="/teamaccess/bank">Go to Bank</SiteLink>
              </p>
            )}
          </>
        }
        acts={[
          ...(waits
            ? [
                {
                  letter: "r",
                  button: "View request",
                  // Gold is the second person's: one's own request waits.
                  kind: request.may_decide ? ("accent" as const) : ("quiet" as const),
                  run: () => setLooking(request.id),
                },
              ]
            : []),
          ...acts.map(({ name, button, letter, kind }, place) => ({
            letter,
            button,
            kind:
              kind ??
              (place === 0 && !(name === "release" && isMakers) ? ("primary" as const) : ("quiet" as const)),
            harms: name === "cancel",
            run: () => change({ act: name }),
          })),
        ]}
        row={row && <RowPanel key={row.reference} batch={batch} row={row} />}
      >
        <DeskList
          caption="Payouts of the batch"
          card={{ customer: "head", amount: "end", account: "line", reference: "line", check: "line" }}
          columns={columnsOf(batch)}
          query={{ data: lookFirst(batch.rows) }}
          rowKey={({ reference }) => reference}
          groupOf={(each) => (isUnusual(each) ? "Needs review" : "Nothing unusual")}
          empty={{ title: "Nothing in this batch" }}
          onOpen={({ reference }) => change({ row: reference })}
          openKey={row?.reference}
        />
      </BatchFrame>
      {doing !== undefined && (
        <ActDrawer
          key={doing.name}
          title={doing.title}
          button={doing.button}
          kind={doing.kind ?? "primary"}
          about={
            <>
              <p>{doing.about}</p>
              {doing.name === "release" && <Payees batch={batch} />}
            </>
          }
          subject={batch.id}
          late={acts.every(({ name }) => name !== doing.name)}
          done={doing.done}
          call={doing.call}
          {...(doing.run !== undefined && { run: doing.run })}
          onClose={() => change({ act: "" })}
        />
      )}
      {looking !== undefined && (
        <ApprovalDrawer
          id={looking}
          next={undefined}
          onOpen={() => undefined}
          onClose={() => setLooking(undefined)}
        />
      )}
    </>
  );
}

interface BatchPageProps {
  readonly id: string;
  /** References that were left out of it when it was made, just now. */
  readonly leftOut: readonly string[];
}

/** A batch's page. */
export function BatchPage({ id, leftOut }: BatchPageProps) {
  const batch = trpc.ops.payouts.get.useQuery({ id }, SHOWN_IN_PLACE);
  return (
    <Screen
      title={
        batch.data === undefined
          ? "Payouts"
          : `Bank payout of ${batchMoney(batch.data)} ${toCustomersText(batch.data.rows)}`
      }
      state={batch.data && <BatchState batch={batch.data} />}
      aside={<SiteLink to="/teamaccess/payouts">To be paid</SiteLink>}
    >
      <Loaded query={batch} what="this batch" lines={8}>
        {(data) => <Batch batch={data} leftOut={leftOut} />}
      </Loaded>
    </Screen>
  );
}
