import type { CoinDeposit } from "@wattle/contracts/coins";
import { displayTime } from "@wattle/exchange-core/display";
import { useState } from "react";
import { Pagination } from "../controls/pagination.tsx";
import { Panel } from "../controls/panel.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { Status, type StatusKind } from "../controls/status.tsx";
import { Timeline, type TimelineStep } from "../controls/timeline.tsx";
import { DEPOSIT_TEXTS } from "../money/network-names.ts";
import { amountText } from "../money/price-figures.ts";
import { trpc } from "../trpc.ts";
import styles from "./crypto-screen.module.css";
import { NameSender } from "./name-sender.tsx";

const ROWS_OF_A_PAGE = 10;
/** Blocks come minutes apart; the first sight of a payment comes within seconds. */
const POLL_MILLISECONDS = 5_000;

/** Steps of a first deposit. */
const AHEAD: readonly TimelineStep[] = [
  {
    key: "send",
    title: "Send coins from your wallet",
    detail: "To your address, or scan its code.",
    state: "current",
  },
  { key: "seen", title: "We see the payment", detail: "It shows here by itself.", state: "coming" },
  {
    key: "credited",
    title: "We credit your balance",
    detail: "Once the network confirms it.",
    state: "coming",
  },
];

interface Words {
  readonly kind: StatusKind;
  readonly word: string;
  /** Said below, if there is more to know. */
  readonly more?: string;
}

/** The state of an arrival in the customer's words. */
export function arrivalWords(
  arrival: Pick<CoinDeposit, "status" | "network" | "confirmations" | "confirmations_needed">,
): Words {
  const { status, network, confirmations, confirmations_needed: needed } = arrival;
  switch (status) {
    case "seen":
      return { kind: "waiting", word: "Seen", more: "It isn’t in a block yet." };
    case "confirming":
      return { kind: "waiting", ...DEPOSIT_TEXTS[network].confirming(confirmations, needed) };
    case "credited":
      return { kind: "done", word: "Credited" };
    case "below_minimum":
      return {
        kind: "waiting",
        word: "Below minimum",
        more: "We credit it once your deposits of this coin add up to the minimum.",
      };
    case "under_review":
      return { kind: "waiting", word: "Under review", more: "We credit it when the review is done." };
    case "dropped":
      return {
        kind: "stopped",
        word: "Dropped",
        more: "The network no longer has this payment. Your wallet still has the coins.",
      };
    case "reversed":
      return { kind: "failed", word: "Undone", more: "The network undid this payment." };
  }
}

/** Every arrival of the customer's coins, newest first, moving by itself. */
export function CoinArrivals() {
  const [page, setPage] = useState(1);
  const arrivals = trpc.coins.deposits.useQuery(
    { page, per_page: ROWS_OF_A_PAGE },
    { refetchInterval: POLL_MILLISECONDS, trpc: { context: { background: true } } },
  );
  const unnamed = trpc.coins.unnamed.useQuery(undefined, {
    refetchInterval: POLL_MILLISECONDS,
    trpc: { context: { background: true } },
  });
  return (
    <Panel title="Your crypto deposits">
      <Loaded query={arrivals} what="your crypto deposits" lines={5}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <>
              <p className={styles["note"]}>Nothing has arrived yet.</p>
              <Timeline label="How a deposit arrives" steps={AHEAD} />
            </>
          ) : (
            <>
              <ul className={styles["arrivals"]}>
                {data.map((arrival) => (
                  <Arrival
                    key={arrival.id}
                    arrival={arrival}
                    asks={unnamed.data?.ids.includes(arrival.id) === true}
                  />
                ))}
              </ul>
              <Pagination
                page={page}
                lastPage={meta.last_page}
                onPage={setPage}
                label="Pages of crypto deposits"
              />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

interface ArrivalProps {
  readonly arrival: CoinDeposit;
  /** Whether its sender is still to be named. */
  readonly asks: boolean;
}

function Arrival({ arrival, asks }: ArrivalProps) {
  const { kind, word, more } = arrivalWords(arrival);
  return (
    <li className={styles["arrival"]}>
      <span className={styles["line"]}>
        <span className={styles["amount"]}>{amountText(arrival.amount, arrival.currency)}</span>
        <Status kind={kind}>{word}</Status>
      </span>
      <span className={styles["note"]}>
        {displayTime(Date.parse(arrival.seen_at))}
        {more !== undefined && <> · {more}</>}
      </span>
      {asks && (
        <span>
          <NameSender arrival={arrival} />
        </span>
      )}
    </li>
  );
}
