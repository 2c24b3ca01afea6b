import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import { Status, type StateWord } from "../../controls/status.tsx";
import { ExploredTransaction } from "../../history/chain-transaction.tsx";
import { ShortAddress, WholeAddress } from "../../money/coin-address.tsx";
import { momentColumn, nameColumn, referenceColumn, stateColumn, textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { signedText } from "../parts/signed-money.ts";
import { byAmount } from "../parts/sorting.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { isDecided, payableText } from "./coin-payment-panel.tsx";
import { ATTEMPT_WORDS, coinText, rateText } from "./coin-payout-words.ts";
import { NETWORK_BATCHES } from "./network-batches.ts";

interface BatchProps {
  readonly batch: CoinPayout;
}

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
    cell: ({ txid }) => <ExploredTransaction txid={txid} explorer={batch.explorer_url} short />,
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

const LEFT_OUT: readonly DeskColumn<LeftOut>[] = [
  referenceColumn<LeftOut>(),
  {
    key: "reason",
    title: "Left out because",
    cell: ({ reason }) => <Status kind="failed">{reason}</Status>,
    csv: ({ reason }) => reason,
  },
];

interface PaymentsProps extends BatchProps {
  /** Reference of the one that is open. */
  readonly open: string | undefined;
}

/** The withdrawals that a batch pays. */
export function BatchPayments({ batch, open }: PaymentsProps) {
  const { change } = useDeskSearch();
  return (
    <DeskList
      caption="Payments of the batch"
      card={{ customer: "head", amount: "end", address: "line", paid: "line", payable: "line" }}
      columns={paymentColumns(batch)}
      query={{ data: batch.payments }}
      rowKey={({ reference }) => reference}
      empty={{ title: "Nothing in this batch" }}
      onOpen={({ reference }) => change({ row: reference })}
      openKey={open}
    />
  );
}

/** Withdrawals that a batch could not pay, and why. */
export const LeftOutList = ({ batch }: BatchProps) => (
  <DeskList
    caption="Left out"
    card={{ reference: "head", reason: "line" }}
    columns={LEFT_OUT}
    foot="none"
    query={{ data: batch.left_out }}
    rowKey={({ reference }) => reference}
    empty={{ title: "Nothing left out" }}
  />
);

/** Transactions that were signed for a batch. */
export const AttemptList = ({ batch }: BatchProps) => (
  <DeskList
    caption="Signed transactions"
    card={{ kind: "head", fee: "end", txid: "line", state: "line" }}
    columns={attemptColumns(batch)}
    foot="none"
    query={{ data: batch.attempts }}
    rowKey={({ txid }) => txid}
    empty={{ title: "Not signed" }}
  />
);
