import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import { useState } from "react";
import { Loaded } from "../../controls/loaded.tsx";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { WholeAddress } from "../../money/coin-address.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { ApprovalDrawer } from "../approvals/approval-drawer.tsx";
import { useRequests } from "../approvals/use-waiting.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { momentText } from "../parts/moment-text.ts";
import { useHere } from "../parts/presence.tsx";
import { useActAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { BatchFrame, useIsMaker } from "./batch-frame.tsx";
import { useCoinBatchActs } from "./coin-batch-acts.ts";
import { AttemptList, BatchPayments, LeftOutList } from "./coin-batch-lists.tsx";
import { coinChecksOf } from "./coin-batch-checks.ts";
import { CoinPaymentPanel } from "./coin-payment-panel.tsx";
import { useWorthOf } from "./coin-worth.ts";
import {
  COIN_BATCH_WORDS,
  coinBatchTitle,
  coinFiguresOf,
  coinStepsOf,
  coinText,
  rateText,
} from "./coin-payout-words.ts";
import { NETWORK_BATCHES } from "./network-batches.ts";

/** The acts on a batch that need a second person, with the request of each that waits; undefined until they are known. */
function useBatchRequests(id: string) {
  const all = [
    useRequests("ops.coinPayouts.release"),
    useRequests("ops.coinPayouts.bump"),
    useRequests("ops.coinPayouts.cancel"),
  ];
  if (all.includes(undefined)) return undefined;
  return all.flatMap((requests) => requests?.get(id) ?? []);
}

/** Fee rate, change and file of a batch. */
function Costs({ batch }: { readonly batch: CoinPayout }) {
  const { what, file, to_venue: venue } = batch;
  const hasChange = what !== "sweep" && what !== "consolidate" && !NETWORK_BATCHES[batch.network].hasAccounts;
  return (
    <Panel title="On the network">
      <Facts
        facts={[
          ["Fee rate", rateText(batch.fee_rate, batch)],
          ["Change to the treasury", hasChange ? coinText(batch.change, batch) : null],
          ["To the venue", venue && <WholeAddress key="venue" address={venue.address} />],
          [
            "File for the signer",
            file &&
              (file.fetched_at === null ? "Not downloaded" : `Downloaded ${momentText(file.fetched_at)}`),
          ],
        ]}
      />
    </Panel>
  );
}

/** How far a batch is, and whether it waits for a second person. */
function CoinBatchState({ batch }: { readonly batch: CoinPayout }) {
  const isAsked = (useBatchRequests(batch.id) ?? []).length > 0;
  const isMakers = useIsMaker(batch) && batch.status === "draft";
  const { kind, word } = COIN_BATCH_WORDS[batch.status];
  return <Status kind={kind}>{isAsked || isMakers ? "Waiting for a second person" : word}</Status>;
}

/** A batch with its payments, its transactions and what can be done with it. */
function CoinBatch({ batch }: { readonly batch: CoinPayout }) {
  const { search, change } = useDeskSearch();
  useHere({ kind: "coin_payout", id: batch.id });
  const requests = useBatchRequests(batch.id);
  const acts = useCoinBatchActs(batch, requests && new Set(requests.map(({ act }) => act)));
  const [request] = requests ?? [];
  const isMakers = useIsMaker(batch);
  const worthOf = useWorthOf([batch.currency]);
  const payment = batch.payments.find(({ reference }) => reference === search["row"]);
  // Once it is decided it waits no more, and still shows how.
  const [looking, setLooking] = useState<string>();
  const doing = useActAsOpened(
    acts.find(({ name }) => name === search["act"]),
    requests !== undefined,
  );
  return (
    <>
      <BatchFrame
        id={batch.id}
        figures={coinFiguresOf(batch, worthOf)}
        steps={coinStepsOf(batch)}
        ended={batch.status === "settled" || batch.status === "cancelled"}
        checks={coinChecksOf(batch)}
        aside={<Costs batch={batch} />}
        acts={[
          ...(request === undefined
            ? []
            : [
                {
                  letter: "v",
                  button: "View request",
                  // Gold is the second person's: one's own request waits.
                  kind: request.may_decide ? ("accent" as const) : ("quiet" as const),
                  run: () => setLooking(request.id),
                },
              ]),
          ...acts.map(({ name, button, letter, kind: look }) => ({
            letter,
            button,
            kind: name === "release" && isMakers ? ("quiet" as const) : look,
            harms: name === "cancel",
            run: () => change({ act: name }),
          })),
        ]}
        row={payment && <CoinPaymentPanel key={payment.reference} batch={batch} payment={payment} />}
      >
        {batch.what === "payments" && <BatchPayments batch={batch} open={payment?.reference} />}
        {batch.left_out.length > 0 && <LeftOutList batch={batch} />}
        {batch.attempts.length > 0 && <AttemptList batch={batch} />}
      </BatchFrame>
      {doing !== undefined && (
        <ActDrawer
          key={doing.name}
          title={doing.title}
          button={doing.button}
          kind={doing.kind === "danger" ? "danger" : "primary"}
          about={<p>{doing.about}</p>}
          fields={doing.fields ?? []}
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

/** How soon the page shows what the network did, in milliseconds. */
const LOOKED_AGAIN_AFTER = 5_000;

/** A batch's page. */
export function CoinBatchPage({ id }: { readonly id: string }) {
  const batch = trpc.ops.coinPayouts.get.useQuery(
    { id },
    {
      ...SHOWN_IN_PLACE,
      // Nodes and blocks go on without an act of staff.
      refetchInterval: ({ state: { data: seen } }) =>
        seen?.status === "signed" || seen?.status === "sent" ? LOOKED_AGAIN_AFTER : false,
    },
  );
  const { data } = batch;
  return (
    <Screen
      title={data === undefined ? "Coin payouts" : coinBatchTitle(data)}
      state={data && <CoinBatchState batch={data} />}
      aside={<SiteLink to="/teamaccess/coin-payouts">All coin payouts</SiteLink>}
    >
      <Loaded query={batch} what="this batch" lines={8}>
        {(found) => <CoinBatch batch={found} />}
      </Loaded>
    </Screen>
  );
}
