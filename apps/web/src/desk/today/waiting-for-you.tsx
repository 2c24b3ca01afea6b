import type { PayoutSummary } from "@wattle/contracts/payouts";
import { useNavigate } from "@tanstack/react-router";
import { SiteLink } from "../../ui/site-link.tsx";
import { NotLoaded } from "../../controls/loaded.tsx";
import { Status } from "../../controls/status.tsx";
import { aboutText, amountOf, type ApprovalRequest } from "../approvals/approval-words.ts";
import { Key } from "../parts/key.tsx";
import { momentText } from "../parts/moment-text.ts";
import { useKeys } from "../parts/keys.ts";
import { batchMoney, payoutsText } from "../payees/payout-words.ts";
import { useWaitingRequests } from "./asked.ts";
import { useForYou } from "./for-you.ts";
import styles from "./today-page.module.css";

const MOST_SHOWN = 3;

/** Something to decide, and its place. */
interface Waiting {
  readonly key: string;
  readonly title: string;
  readonly amount: string;
  readonly text: string;
  readonly to: string;
  readonly view: string;
  readonly until?: string;
}

const ofRequest = (request: ApprovalRequest): Waiting => {
  const { id, title, proposed_by: by, created_at: at, expires_at: end } = request;
  return {
    key: id,
    title,
    amount: amountOf(request),
    text: `${aboutText(request)}. ${by.name}, ${momentText(at)}.`,
    to: `/teamaccess/approvals?id=${id}`,
    view: "View request",
    until: `Expires ${momentText(end)}`,
  };
};

const ofBatch = (batch: PayoutSummary): Waiting => ({
  key: batch.id,
  title: "Release a payout batch",
  amount: batchMoney(batch),
  text: `${payoutsText(batch.count)}, made ${momentText(batch.created_at)}.`,
  to: `/teamaccess/payouts?id=${batch.id}`,
  view: "View batch",
});

function Item({ item, letter }: { readonly item: Waiting; readonly letter: string }) {
  const { title, amount, text, to, view, until } = item;
  return (
    <li>
      <div className={styles["pair"]}>
        <strong>{title}</strong>
        <strong>{amount}</strong>
      </div>
      <span>{text}</span>
      <div className={styles["pair"]}>
        <SiteLink to={to} aria-label={`${view}: ${title}`}>
          {view} <Key>{letter}</Key>
        </SiteLink>
        <span>{until}</span>
      </div>
    </li>
  );
}

/** Decisions of the reader, batches to release first, and then each request of their own; nothing if there is none. */
export function WaitingForYou() {
  const query = useWaitingRequests();
  const { batches, requests, own, count, isMore } = useForYou();
  const navigate = useNavigate();
  const shown = [...batches.map(ofBatch), ...requests.map(ofRequest)].slice(0, MOST_SHOWN);
  useKeys(
    shown.map(({ title, to, view }, index) => ({
      keys: String(index + 1),
      does: `${view}: ${title}`,
      run: () => void navigate({ to }),
    })),
  );
  if (query.data === undefined && query.isError)
    return <NotLoaded what="the requests that wait for you" onRetry={query.refetch} />;
  if (count + own.length === 0) return null;
  return (
    <section aria-label="Waiting for you" className={styles["forYou"]}>
      {count > 0 && (
        <>
          <h2 className={styles["title"]}>
            <span>
              Waiting for you {count}
              {isMore && "+"}
            </span>
            {(isMore || count > MOST_SHOWN) && <SiteLink to="/teamaccess/approvals">All</SiteLink>}
          </h2>
          <ol className={styles["requests"]}>
            {shown.map((item, index) => (
              <Item key={item.key} item={item} letter={String(index + 1)} />
            ))}
          </ol>
        </>
      )}
      {own.map(({ id, title }) => (
        <p key={id} className={styles["own"]}>
          <Status kind="waiting">
            Yours, waiting: <SiteLink to={`/teamaccess/approvals?id=${id}`}>{title}</SiteLink>
          </Status>
        </p>
      ))}
    </section>
  );
}
