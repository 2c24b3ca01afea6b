import { useNavigate } from "@tanstack/react-router";
import { SiteLink } from "../../ui/site-link.tsx";
import { NotLoaded } from "../../controls/loaded.tsx";
import { Status } from "../../controls/status.tsx";
import { aboutText, amountOf, type ApprovalRequest } from "../approvals/approval-words.ts";
import { Key } from "../parts/key.tsx";
import { momentText } from "../parts/moment-text.ts";
import { useKeys } from "../parts/keys.ts";
import { useWaitingRequests } from "./asked.ts";
import styles from "./today-page.module.css";

const MOST_SHOWN = 3;

function Request({ request, letter }: { readonly request: ApprovalRequest; readonly letter: string }) {
  const { id, title, proposed_by: by, created_at: at, expires_at: end } = request;
  return (
    <li>
      <div className={styles["pair"]}>
        <strong>{title}</strong>
        <strong>{amountOf(request)}</strong>
      </div>
      <span>
        {aboutText(request)}. {by.name}, {momentText(at)}.
      </span>
      <div className={styles["pair"]}>
        <SiteLink to={`/teamaccess/approvals?id=${id}`} aria-label={`View request: ${title}`}>
          View request <Key>{letter}</Key>
        </SiteLink>
        <span>Expires {momentText(end)}</span>
      </div>
    </li>
  );
}

/** Requests that the reader may decide, the oldest first, and then each of their own; nothing if there are none. */
export function WaitingForYou() {
  const query = useWaitingRequests();
  const requests = query.data?.data ?? [];
  const navigate = useNavigate();
  const forMe = requests.filter(({ may_decide: may }) => may).toReversed();
  const own = requests.filter(({ own: mine }) => mine);
  // Older ones are on the pages after the one that was asked for.
  const isMore = (query.data?.meta.last_page ?? 1) > 1;
  const shown = forMe.slice(0, MOST_SHOWN);
  useKeys(
    shown.map(({ id, title }, index) => ({
      keys: String(index + 1),
      does: `View request: ${title}`,
      run: () => void navigate({ to: "/teamaccess/approvals", search: { id } }),
    })),
  );
  if (query.data === undefined && query.isError)
    return <NotLoaded what="the requests that wait for you" onRetry={query.refetch} />;
  if (forMe.length + own.length === 0) return null;
  return (
    <section aria-label="Waiting for you">
      {forMe.length > 0 && (
        <>
          <h2 className={styles["title"]}>
            <span>
              Waiting for you {forMe.length}
              {isMore && "+"}
            </span>
            {(isMore || forMe.length > MOST_SHOWN) && <SiteLink to="/teamaccess/approvals">All</SiteLink>}
          </h2>
          <ol className={styles["requests"]}>
            {shown.map((request, index) => (
              <Request key={request.id} request={request} letter={String(index + 1)} />
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
