import { deviceName } from "@wattle/contracts/device-name";
import { displayMoment } from "@wattle/exchange-core/display";
import { trpc } from "../trpc.ts";
import styles from "./login-lines.module.css";

const IN_BACKGROUND = { trpc: { context: { background: true } } } as const;
const NEWEST = 3;

/** The device of this session; how many others are logged in. */
export function ThisDevice() {
  const { data } = trpc.sessions.list.useQuery(undefined, IN_BACKGROUND);
  if (data === undefined) return <>Where you’re logged in</>;
  const here = data.find(({ current }) => current);
  const others = data.filter(({ current }) => !current).length;
  return (
    <span className={styles["lines"]}>
      <span>{here === undefined ? "This device" : `${deviceName(here.user_agent)}, this device`}</span>
      <small>
        {others === 0 ? "No other devices" : others === 1 ? "1 other device" : `${others} other devices`}
      </small>
    </span>
  );
}

/** The last three logins, failed attempts among them. */
export function LastLogins() {
  const { data } = trpc.sessions.signIns.useQuery(undefined, IN_BACKGROUND);
  if (data === undefined || data.length === 0) return <>Including failed attempts</>;
  return (
    <span className={styles["lines"]}>
      {data.slice(0, NEWEST).map(({ id, succeeded, created_at: at, user_agent: agent }) => (
        <span key={id}>
          {displayMoment(Date.parse(at))}{" "}
          <small data-failed={!succeeded || undefined}>
            {succeeded ? deviceName(agent) : `Wrong password, ${deviceName(agent)}`}
          </small>
        </span>
      ))}
    </span>
  );
}
