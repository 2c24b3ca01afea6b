import { Loaded } from "../../controls/loaded.tsx";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { switchText } from "../parts/switch-words.ts";
import { useSwitches } from "./asked.ts";
import styles from "./today-page.module.css";

/** Pauses and their reasons; nothing if there are none. */
export function SwitchesPanel() {
  const switches = useSwitches();
  const paused = switches.data?.filter((item) => item.paused) ?? [];
  // Above, the queues have their number.
  if (paused.length === 0 && (switches.data !== undefined || !switches.isError)) return null;
  return (
    <Panel title="Switches">
      <Loaded query={switches} what="the switches">
        {() => (
          <ul className={styles["states"]}>
            {paused.map(({ what, reason, message }) => (
              <li key={what} className={styles["state"]}>
                <Status kind="stopped">{switchText(what)} paused</Status>
                <span className={styles["detail"]}>{reason ?? message}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}
