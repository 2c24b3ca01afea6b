import { displayMoment } from "@wattle/exchange-core/display";
import { useEffect } from "react";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { deviceName } from "@wattle/contracts/device-name";
import styles from "../ui/settings.module.css";

/** Devices on which the account is signed in, and signing out there. */
export function SessionList() {
  const utils = trpc.useUtils();
  const sessions = trpc.sessions.list.useQuery(undefined, { trpc: { context: { background: true } } });
  const changed = (): Promise<void> => utils.sessions.list.invalidate();
  const end = trpc.sessions.end.useMutation({
    onSuccess: changed,
    onError: (error) => {
      alertFailure("Log out", error);
    },
  });
  const endOthers = trpc.sessions.endOthers.useMutation({
    onSuccess: async ({ ended }) => {
      showAlert({
        type: "success",
        text: ended === 1 ? "One other device was logged out" : `${ended} other devices were logged out`,
      });
      await changed();
    },
    onError: (error) => {
      alertFailure("Log out", error);
    },
  });
  useEffect(() => {
    if (sessions.error !== null) alertFailure("Get devices", sessions.error);
  }, [sessions.error]);

  if (sessions.data === undefined) return <Loaded query={sessions} what="your devices" lines={3} />;
  const others = sessions.data.filter((session) => !session.current);
  return (
    <div className={styles["form"]}>
      <ul className={styles["sessions"]}>
        {sessions.data.map((session) => (
          <li key={session.id}>
            <div>
              <p className={styles["device"]}>{deviceName(session.user_agent)}</p>
              {!session.current && (
                <p className={styles["detail"]}>
                  Last used {displayMoment(Date.parse(session.last_used_at))}
                </p>
              )}
              <p className={styles["detail"]}>
                Logged in {displayMoment(Date.parse(session.created_at))}
                {session.ip === null ? "" : ` from ${session.ip}`}
              </p>
            </div>
            {session.current ? (
              <p className={styles["here"]}>This device</p>
            ) : (
              <Button
                kind="quiet"
                loading={end.isPending && end.variables.id === session.id}
                onClick={() => end.mutate({ id: session.id })}
              >
                Log out
                <span className="visually-hidden"> {deviceName(session.user_agent)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <div>
          <Button kind="danger" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Log out all other devices
          </Button>
        </div>
      )}
    </div>
  );
}
