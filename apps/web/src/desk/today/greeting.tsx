import { displayTime } from "@wattle/exchange-core/display";
import { QUEUE_WORDS } from "../../staff/staff-words.ts";
import { Button } from "../../controls/button.tsx";
import { Status } from "../../controls/status.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import { lateness } from "../parts/queue-due.ts";
import { countText } from "../parts/signed-money.ts";
import { useServerTime, useToday } from "../parts/use-today.ts";
import { deskZone } from "../parts/zone.ts";
import { useForYou } from "./for-you.ts";
import { byUrgency, isWork, useOpenQueue } from "./queues-panel.tsx";
import styles from "./today-page.module.css";

const HOUR_AT = 11;
/** By the hour of the installation's zone. @param now milliseconds since 1970 */
function greetingAt(now: number): string {
  const hour = Number.parseInt(displayTime(now, deskZone()).slice(HOUR_AT, HOUR_AT + 2), 10);
  return hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening";
}

const names = new Intl.ListFormat("en-AU");

const NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const numberText = (count: number): string => NUMBERS[count] ?? countText(count);

/**
 * '28 things to decide. Nothing is past its target, one is yours.'
 * @param late names of the queues whose oldest is past its target
 * @param mine how many wait for this very person
 */
function workText(count: number, late: readonly string[], mine: number): string {
  if (count === 0 && mine === 0) return "Nothing to decide.";
  const all = Math.max(count, mine);
  const yours = mine === 0 ? "" : `${numberText(mine)} ${mine === 1 ? "is" : "are"} yours`;
  return [
    `${countText(all)} ${all === 1 ? "thing" : "things"} to decide.`,
    late.length > 0 ? `Past target: ${names.format(late)}` : "Nothing is past its target",
  ]
    .join(" ")
    .concat(yours === "" ? "." : `, ${yours}.`);
}

/** The name, how much there is to decide, what is past its target, and the way to the oldest of that. */
export function Greeting({ name }: { readonly name: string }) {
  const today = useToday();
  const now = useServerTime();
  const openQueue = useOpenQueue();
  const work = byUrgency(today.data?.queues ?? [], now).filter((state) => isWork(state) && state.count > 0);
  const [first] = work;
  const late = work.filter((state) => lateness(state, now) === "late");
  const { batches, count: mine } = useForYou();
  // Requests are a queue of their own; batches to release are in none.
  const count = work.reduce((sum, state) => sum + state.count, 0) + batches.length;
  const open = (): void => {
    if (first !== undefined) openQueue(first, true);
  };
  useKeys(
    first === undefined
      ? []
      : [{ keys: "Enter", does: `Open the oldest: ${QUEUE_WORDS[first.queue]}`, run: open }],
  );
  return (
    <header className={styles["greeting"]}>
      <div>
        <h1 className="visually-hidden">Today</h1>
        <p className={styles["hello"]}>{`${greetingAt(now)}, ${name}`}</p>
        <p className={styles["detail"]}>
          {workText(
            count,
            late.map(({ queue }) => QUEUE_WORDS[queue]),
            mine,
          )}
        </p>
      </div>
      {today.isSuccess && !today.isRefetchError && (
        <Status kind="done" quiet>
          Live
        </Status>
      )}
      {first !== undefined && (
        <Button onClick={open}>
          Open the oldest: {QUEUE_WORDS[first.queue]} <Key>Enter</Key>
        </Button>
      )}
    </header>
  );
}
