import { Alerts } from "../../ui/alerts.tsx";
import { UndoOffer } from "../parts/undo.tsx";
import styles from "./desk-frame.module.css";

/** The last act, and taking it back: above the screen's foot, or on a phone below its header. */
export const Notices = () => (
  <div className={styles["notices"]}>
    <UndoOffer />
    <Alerts className={styles["alerts"]} />
  </div>
);
