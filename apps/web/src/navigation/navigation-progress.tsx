import { useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import styles from "./navigation-progress.module.css";

/** A navigation that is done sooner shows no bar. */
const PROGRESS_AFTER_MILLISECONDS = 150;

function Bar() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PROGRESS_AFTER_MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);
  return shown ? <progress className={styles["bar"]} aria-label="Loading the page" /> : null;
}

/** The bar at the top of the window while a page is on its way. */
export function NavigationProgress() {
  const pending = useRouterState({ select: (state) => state.status === "pending" });
  return pending ? <Bar /> : null;
}
