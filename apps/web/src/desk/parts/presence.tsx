import type { Colleague, DeskRow } from "@wattle/contracts/presence";
import { useDeferredValue, useEffect } from "react";
import { trpc } from "../../trpc.ts";
import styles from "./parts.module.css";

/** Milliseconds between two words to the server that a row is still open. */
const SAID_EVERY = 15_000;

/** Background requests keep no session alive. */
const BACKGROUND = { context: { background: true } } as const;

/**
 * Has colleagues see that the row is open here, as long as it is and the page is in view. @param isOpened someone
 * opened it: what is shown by itself may not be looked at
 */
export function useHere({ kind, id }: DeskRow, isOpened = true): void {
  const utils = trpc.useUtils();
  useEffect(() => {
    if (!isOpened) return undefined;
    const { here, leave } = utils.client.ops.presence;
    const row = { kind, id };
    const say = async (): Promise<void> => {
      const { present } = await here.mutate(row, BACKGROUND);
      utils.ops.today.setData(undefined, (today) => today && { ...today, present });
    };
    // A lost word is said again, or forgotten by the server.
    const sayNow = (): void => void say().catch(() => undefined);
    const sayGone = (): void => void leave.mutate(row, BACKGROUND).catch(() => undefined);
    let saying: ReturnType<typeof setInterval> | undefined;
    const look = (): void => {
      clearInterval(saying);
      if (document.visibilityState === "hidden") return sayGone();
      sayNow();
      saying = setInterval(sayNow, SAID_EVERY);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      clearInterval(saying);
      sayGone();
    };
  }, [utils, kind, id, isOpened]);
}

/** Colleagues with a row open, as the page heard last: the frame asks every few seconds, and this asks for nothing more. */
export function useColleagues(): readonly Colleague[] {
  const { data } = trpc.ops.today.useQuery(undefined, {
    enabled: false,
    select: ({ present }) => present,
  });
  return data ?? [];
}

const names = new Intl.ListFormat("en-AU");

/** Says who looks at a row; nothing if no one does. */
function lookingText(there: readonly Colleague[]): string {
  if (there.length === 0) return "";
  const who = names.format(there.map(({ first_name: name, role }) => `${name} (${role})`));
  return `${who} ${there.length === 1 ? "is" : "are"} looking at this`;
}

/**
 * Colleagues who look at the open row, said once to those who cannot see it. @param subject its identifier in the audit
 * log
 */
export function LookingAt({ subject }: { readonly subject: string }) {
  const text = lookingText(useColleagues().filter(({ id }) => id === subject));
  // Only what comes into a place that is there already is read aloud.
  const shown = useDeferredValue(text, "");
  return (
    <p aria-live="polite" className={styles["looking"]}>
      {shown}
    </p>
  );
}

/** A quiet mark in a list at a row that colleagues look at: their initials. */
export function LookingMark({ there }: { readonly there: readonly Colleague[] }) {
  const text = lookingText(there);
  return (
    <span className={styles["mark"]} title={text}>
      <span aria-hidden="true">{there.map(({ first_name: [initial] }) => initial).join(" ")}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
