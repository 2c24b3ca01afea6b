import { displayMoment } from "@wattle/exchange-core/display";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../controls/button.tsx";
import { trpc } from "../../trpc.ts";
import { useToday } from "../parts/use-today.ts";
import { deskZone } from "../parts/zone.ts";
import styles from "./desk-frame.module.css";

const MINUTE = 60_000;

/**
 * Whether the session ends within a minute, and the end that nothing puts off.
 * @returns the latest end, in the browser's time, if it is that one; "unused" if using the page puts it off
 */
function useEnd(): "unused" | number | undefined {
  const { data, dataUpdatedAt } = useToday();
  const [looked, setLooked] = useState(0);
  // The server's clock and the browser's may differ.
  const inBrowser = (at: string | null | undefined): number | undefined =>
    at == null || data === undefined ? undefined : dataUpdatedAt + (Date.parse(at) - Date.parse(data.now));
  const end = inBrowser(data?.session_ends_at);
  useEffect(() => {
    if (end === undefined) return undefined;
    const timer = setTimeout(() => setLooked(Date.now()), Math.max(0, end - MINUTE - Date.now()));
    return () => clearTimeout(timer);
  }, [end]);
  // Each answer moves the end by some milliseconds, and the text stays meanwhile.
  if (end === undefined || Math.max(looked, dataUpdatedAt) < end - MINUTE) return undefined;
  return data?.session_ends_at === data?.session_ends_at_latest ? end : "unused";
}

/** Says a minute before that the session ends. Typing and clicking put it off. Reads by the page don't. */
export function SessionEnd() {
  const utils = trpc.useUtils();
  const end = useEnd();
  const used = useRef(0);
  const stay = async (): Promise<void> => {
    used.current = Date.now();
    // No read of the page's own: it counts as a use, and shows nothing.
    await utils.client.sessions.current.query(undefined, { context: { quiet: true } }).catch(() => undefined);
    await utils.ops.today.invalidate();
  };
  const onUse = useEffectEvent(() => {
    if (Date.now() - used.current > MINUTE) void stay();
  });
  useEffect(() => {
    const use = (): void => onUse();
    const events = ["keydown", "pointerdown"] as const;
    for (const event of events) document.addEventListener(event, use);
    return () => {
      for (const event of events) document.removeEventListener(event, use);
    };
  }, []);
  if (end === undefined) return null;
  return (
    <div role="alert" className={styles["ending"]}>
      {end === "unused" ? (
        <>
          <p>You’ll be logged out in less than a minute. What you typed is kept.</p>
          <Button kind="quiet" onClick={() => void stay()}>
            Stay logged in
          </Button>
        </>
      ) : (
        <p>
          You’ll be logged out at {displayMoment(end, deskZone())}, 12 hours after you logged in. What you
          typed is kept.
        </p>
      )}
    </div>
  );
}
