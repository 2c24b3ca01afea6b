import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import { useState } from "react";
import { Loaded } from "../../controls/loaded.tsx";
import { Status, type StateWord } from "../../controls/status.tsx";
import { ExploredTransaction } from "../../history/chain-transaction.tsx";
import { ShortAddress, WholeAddress } from "../../money/coin-address.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { ApprovalDrawer } from "../approvals/approval-drawer.tsx";
import { useRequests } from "../approvals/use-waiting.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { momentColumn, nameColumn, referenceColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { momentText } from "../parts/moment-text.ts";
import { signedText } from "../parts/signed-money.ts";
import parts from "../parts/parts.module.css";
import { LookingAt, useHere } from "../parts/presence.tsx";
import { byAmount } from "../parts/sorting.ts";
import { useActAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import styles from "../payees/payees.module.css";
import { Steps, Story } from "./batch-story.tsx";
import { useCoinBatchActs } from "./coin-batch-acts.ts";
import { CoinPaymentPanel, isDecided, payableText } from "./coin-payment-panel.tsx";
import {
  ATTEMPT_WORDS,
  COIN_BATCH_WORDS,
  coinBatchText,
  coinStepsOf,
  coinText,
  PURPOSE_WORDS,
  rateText,
} from "./coin-payout-words.ts";
import { NETWORK_BATCHES } from "./network-batches.ts";

type Payment = CoinPayout["payments"][number];
type Attempt = CoinPayout["attempts"][number];

const nonceText = ({ nonce }: Pick<Payment, "nonce">): string => `${nonce ?? ""}`;

/** How far a payment is that has a transaction of its own. */
function paidState({ txid, failed }: Payment, batch: CoinPayout): StateWord {
  if (failed) return { kind: "failed", word: "Its recipient refused it" };
  const attempt = batch.attempts.find((each) => each.txid === txid);
  return attempt === undefined ? { kind: "waiting", word: "Not signed yet" } : attemptState(attempt, batch);
}

const paidColumn = (batch: CoinPayout): DeskColumn<Payment> => ({
  key: "paid",
  title: "Transaction",
  cell: (payment) => {
    const { kind, word } = paidState(payment, batch);
    return (
      <Status kind={kind} quiet={kind === "done"}>
        {word}
      </Status>
    );
  },
  csv: (payment) => paidState(payment, batch).word,
});

const paymentColumns = (batch: CoinPayout): readonly DeskColumn<Payment>[] => [
  nameColumn("customer", "Customer", ({ customer }) => customer.name),
  {
    key: "address",
    title: "Address",
    cell: ({ address }) => <WholeAddress address={address} />,
    csv: ({ address }) => address,
  },
  { ...referenceColumn<Payment>(), secondary: true },
  {
    key: "amount",
    title: batch.currency,
    figures: true,
    cell: ({ amount }) => <strong>{signedText(amount)}</strong>,
    sort: byAmount(({ amount }) => amount),
    csv: ({ amount }) => amount,
  },
  ...(NETWORK_BATCHES[batch.network].hasAccounts
    ? [textColumn<Payment>("nonce", "Nonce", nonceText), paidColumn(batch)]
    : []),
  ...(isDecided(batch)
    ? []
    : [
        {
          key: "payable",
          title: "Check",
          cell: (payment: Payment) => (
            <Status kind={payment.payable ? "done" : "failed"} quiet={payment.payable}>
              {payableText(payment)}
            </Status>
          ),
          csv: payableText,
        },
      ]),
];

/** One that settled takes the place of all that have its input: an account's nonce, or the batch's coins. */
const attemptState = (attempt: Attempt, { attempts }: CoinPayout): StateWord => {
  const { sent_at: sent, height, failed, nonce, sender } = attempt;
  const isReplaced = attempts.some(
    (other) =>
      other.txid !== attempt.txid &&
      other.height !== null &&
      other.nonce === nonce &&
      other.sender === sender,
  );
  if (isReplaced) return { kind: "stopped", word: "Replaced" };
  return failed
    ? { kind: "failed", word: `Refused in block ${height}` }
    : height !== null
      ? { kind: "done", word: `Settled in block ${height}` }
      : { kind: "waiting", word: sent === null ? "Not sent yet" : "Sent" };
};

/** The address that a transaction of a sweep empties. */
const FROM: DeskColumn<Attempt> = {
  key: "sender",
  title: "From",
  cell: ({ sender }) => sender !== null && <ShortAddress address={sender} />,
  csv: ({ sender }) => sender ?? "",
};

const attemptColumns = (batch: CoinPayout): readonly DeskColumn<Attempt>[] => [
  nameColumn("kind", "Transaction", ({ kind }) => ATTEMPT_WORDS[kind]),
  ...(NETWORK_BATCHES[batch.network].hasAccounts
    ? [textColumn<Attempt>("nonce", "Nonce", nonceText), ...(batch.what === "sweep" ? [FROM] : [])]
    : []),
  {
    key: "txid",
    title: "ID",
    cell: ({ txid }) => (
      <span className={parts["roomy"]}>
        <ExploredTransaction txid={txid} explorer={batch.explorer_url} />
      </span>
    ),
    csv: ({ txid }) => txid,
  },
  {
    key: "rate",
    title: "Fee rate",
    figures: true,
    secondary: true,
    cell: ({ fee_rate: rate }) => rateText(rate, batch),
    csv: ({ fee_rate: rate }) => rate,
  },
  {
    key: "fee",
    title: "Fee",
    figures: true,
    cell: ({ fee }) => coinText(fee, batch),
    csv: ({ fee }) => fee,
  },
  { ...momentColumn("stored", "Signed", ({ stored_at: at }: Attempt) => at), secondary: true },
  stateColumn(
    (attempt) => attemptState(attempt, batch),
    (attempt) => attemptState(attempt, batch).word,
  ),
];

type LeftOut = CoinPayout["left_out"][number];

/** Withdrawals that the batch could not pay, and why. */
const LEFT_OUT: readonly DeskColumn<LeftOut>[] = [
  referenceColumn<LeftOut>(),
  {
    key: "reason",
    title: "Left out because",
    cell: ({ reason }) => <Status kind="failed">{reason}</Status>,
    csv: ({ reason }) => reason,
  },
];

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

/** Fee, change and file of a batch. */
function Costs({ batch }: { readonly batch: CoinPayout }) {
  const { what, file } = batch;
  const facts = [
    ["Fee rate", rateText(batch.fee_rate, batch)],
    ["Network’s fee", coinText(batch.fee, batch)],
    ...(batch.to_venue === null ? [] : [["To the venue", batch.to_venue.address] as const]),
    ...(what === "sweep" || what === "consolidate"
      ? [["To the treasury", coinText(batch.change, batch)] as const]
      : NETWORK_BATCHES[batch.network].hasAccounts
        ? []
        : [["Change to the treasury", coinText(batch.change, batch)] as const]),
    ...(file === null
      ? []
      : [
          [
            "File for the signer",
            file.fetched_at === null ? "Not downloaded" : `Downloaded ${momentText(file.fetched_at)}`,
          ] as const,
        ]),
  ] as const;
  return (
    <dl aria-label="Costs" className={styles["costs"]}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A batch with its payments, its transactions and what can be done with it. */
function CoinBatch({ batch }: { readonly batch: CoinPayout }) {
  const { search, change } = useDeskSearch();
  useHere({ kind: "coin_payout", id: batch.id });
  const requests = useBatchRequests(batch.id);
  const acts = useCoinBatchActs(batch, requests && new Set(requests.map(({ act }) => act)));
  const [request] = requests ?? [];
  // Once it is decided it waits no more, and still shows how.
  const [looking, setLooking] = useState<string>();
  const doing = useActAsOpened(
    acts.find(({ name }) => name === search["act"]),
    requests !== undefined,
  );
  const payment = batch.payments.find(({ reference }) => reference === search["row"]);
  const { kind, word } = COIN_BATCH_WORDS[batch.status];
  return (
    <>
      <div className={parts["head"]}>
        <p className={styles["total"]}>
          <strong>{coinBatchText(batch)}</strong>
        </p>
        <Status kind={kind}>{request === undefined ? word : "Waiting for a second person"}</Status>
      </div>
      <LookingAt subject={batch.id} />
      <Steps steps={coinStepsOf(batch)} ended={batch.status === "settled" || batch.status === "cancelled"} />
      <ActButtons
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
            kind: look,
            harms: name === "cancel",
            run: () => change({ act: name }),
          })),
        ]}
      />
      <Costs batch={batch} />
      {batch.what === "payments" && (
        <div className={payment === undefined ? undefined : parts["split"]}>
          <DeskList
            caption="Payments of the batch"
            card={{ customer: "head", amount: "end", address: "line", paid: "line", payable: "line" }}
            columns={paymentColumns(batch)}
            query={{ data: batch.payments }}
            rowKey={({ reference }) => reference}
            empty={{ title: "Nothing in this batch" }}
            onOpen={({ reference }) => change({ row: reference })}
            openKey={payment?.reference}
          />
          {payment !== undefined && (
            <CoinPaymentPanel key={payment.reference} batch={batch} payment={payment} />
          )}
        </div>
      )}
      {batch.left_out.length > 0 && (
        <DeskList
          caption="Left out"
          card={{ reference: "head", reason: "line" }}
          columns={LEFT_OUT}
          foot="none"
          query={{ data: batch.left_out }}
          rowKey={({ reference }) => reference}
          empty={{ title: "Nothing left out" }}
        />
      )}
      {batch.attempts.length > 0 && (
        <DeskList
          caption="Signed transactions"
          card={{ kind: "head", fee: "end", txid: "line", state: "line" }}
          columns={attemptColumns(batch)}
          foot="none"
          query={{ data: batch.attempts }}
          rowKey={({ txid }) => txid}
          empty={{ title: "Not signed" }}
        />
      )}
      <Story id={batch.id} />
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
      title={
        data === undefined ? "Coin payouts" : `${PURPOSE_WORDS[data.what]} of ${momentText(data.created_at)}`
      }
      aside={<SiteLink to="/teamaccess/coin-payouts">All coin payouts</SiteLink>}
    >
      <Loaded query={batch} what="this batch" lines={8}>
        {(found) => <CoinBatch batch={found} />}
      </Loaded>
    </Screen>
  );
}
