import type { TokenRequest, TokenRequests as Page } from "@wattle/contracts/token-requests";
import type { TokenItem } from "@wattle/contracts/tokens";
import { displayMoment } from "@wattle/exchange-core/display";
import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { Status, type StatusKind } from "../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../trpc.ts";
import styles from "./token-list.module.css";

const ROWS = 20;

/** How a status looks: as done, as refused, or as our own failure. */
const kindOf = (status: number): StatusKind => (status < 400 ? "done" : status < 500 ? "stopped" : "failed");

const timeText = ({ created_at: at, duration_ms: duration }: TokenRequest): string =>
  `${displayMoment(Date.parse(at))} · ${duration.toLocaleString("en-AU")} ms`;

function Row({ request }: { readonly request: TokenRequest }) {
  const { method, path, status, idempotency_key: key } = request;
  return (
    <li className={styles["token"]}>
      <div className={styles["words"]}>
        <p>
          <code>
            {method} {path}
          </code>
        </p>
        <p className={styles["detail"]}>{timeText(request)}</p>
        {key !== null && (
          <p className={styles["detail"]}>
            Idempotency key <code>{key}</code>
          </p>
        )}
      </div>
      <Status kind={kindOf(status)} quiet={status < 400}>
        {status}
      </Status>
    </li>
  );
}

/** The newest requests of a token, a page at a time. */
export function TokenRequests({ token: { id, name } }: { readonly token: TokenItem }) {
  const [places, setPlaces] = useState<readonly string[]>([]);
  const after = places.at(-1);
  const query = trpc.tokens.requests.useQuery(
    { token: id, limit: ROWS, ...(after !== undefined && { after }) },
    SHOWN_IN_PLACE,
  );
  return (
    <Loaded query={query} what="the requests" lines={3}>
      {({ data, next }: Page) => (
        <>
          {data.length === 0 ? (
            <p className={styles["detail"]}>
              No requests yet. They show here a few seconds after they’re made.
            </p>
          ) : (
            <ul className={styles["list"]} aria-label={`Requests of ${name}`}>
              {data.map((request) => (
                <Row key={request.id} request={request} />
              ))}
            </ul>
          )}
          <div className={styles["pages"]}>
            {after === undefined ? (
              <Button kind="plain" loading={query.isFetching} onClick={() => void query.refetch()}>
                Refresh
              </Button>
            ) : (
              <Button kind="plain" onClick={() => setPlaces(places.slice(0, -1))}>
                Newer
              </Button>
            )}
            {next !== null && (
              <Button kind="plain" onClick={() => setPlaces([...places, next])}>
                Older
              </Button>
            )}
          </div>
        </>
      )}
    </Loaded>
  );
}
