import { Alerts } from "../../ui/alerts.tsx";
import { UndoOffer } from "../parts/undo.tsx";
import styles from "./desk-frame.module.css";

/** The last act, and taking it back. It has room of its own, so that it covers neither buttons nor data. */
export const Notices = () => (
  <div className={styles["notices"]}>
    <UndoOffer />
    <Alerts className={styles["alerts"]} />
  </div>
);
