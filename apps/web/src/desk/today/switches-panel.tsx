import { Loaded } from "../../controls/loaded.tsx";
import { StoppedIcon } from "../../ui/icons.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
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
    <section aria-label="Switches">
      <Loaded query={switches} what="the switches">
        {() =>
          paused.map(({ what, reason, message }) => (
            <p key={what} className={styles["strip"]} data-outside="">
              <StoppedIcon size={18} />
              <strong>{switchText(what)} paused</strong>
              <span className={styles["detail"]}>{reason ?? message}</span>
              <SiteLink to="/teamaccess/switches">Switches</SiteLink>
            </p>
          ))
        }
      </Loaded>
    </section>
  );
}
