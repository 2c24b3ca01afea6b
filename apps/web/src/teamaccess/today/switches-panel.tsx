import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { switchText } from "../switches/switch-words.ts";
import { useSwitches } from "./asked.ts";
import styles from "./today-page.module.css";

/** What customers can do, and what is paused. */
export function SwitchesPanel() {
  const switches = useSwitches();
  const paused = switches.data?.filter((item) => item.paused) ?? [];
  return (
    <Panel title="Switches">
      <ul className={styles["states"]}>
        {switches.isError && <li>We couldn’t load the switches.</li>}
        {switches.data !== undefined && paused.length === 0 && (
          <li>
            <Status kind="done">Nothing is paused</Status>
          </li>
        )}
        {paused.map(({ what, reason, message }) => (
          <li key={what} className={styles["state"]}>
            <Status kind="stopped">{switchText(what)} paused</Status>
            <span className={styles["detail"]}>{reason ?? message}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
