import { displayMoment } from "@wattle/exchange-core/display";
import { useState } from "react";
import { trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { Status } from "../controls/status.tsx";
import { Loaded } from "../controls/loaded.tsx";
import { deviceName } from "@wattle/contracts/device-name";
import styles from "../ui/settings.module.css";

const SHOWN_AT_FIRST = 8;

/** The account's last logins, failed tries too: what someone looks at who fears that another knows the password. */
export function SignInList() {
  const [all, setAll] = useState(false);
  const signIns = trpc.sessions.signIns.useQuery(undefined, { trpc: { context: { background: true } } });
  if (signIns.data === undefined) return <Loaded query={signIns} what="your recent logins" lines={3} />;
  const shown = all ? signIns.data : signIns.data.slice(0, SHOWN_AT_FIRST);
  return (
    <div className={styles["form"]}>
      <ul className={styles["sessions"]} aria-label="Recent logins">
        {shown.map((signIn) => (
          <li key={signIn.id}>
            <div>
              <p className={styles["device"]}>{deviceName(signIn.user_agent)}</p>
              <p className={styles["detail"]}>
                {displayMoment(Date.parse(signIn.created_at))} from {signIn.ip}
              </p>
            </div>
            <Status kind={signIn.succeeded ? "done" : "failed"}>
              {signIn.succeeded ? "Logged in" : "Wrong password"}
            </Status>
          </li>
        ))}
      </ul>
      {shown.length < signIns.data.length && (
        <div>
          <Button kind="quiet" onClick={() => setAll(true)}>
            Show all {signIns.data.length} logins
          </Button>
        </div>
      )}
    </div>
  );
}
