import type { PauseNotice, SwitchName } from "@wattle/contracts/switches";
import { trpc } from "../trpc.ts";
import { AlertIcon } from "../ui/icons.tsx";
import styles from "./pause-banner.module.css";

const ASKED_AGAIN_AFTER = 10_000;

const TEXTS: Readonly<Record<SwitchName, readonly [paused: string, after: string]>> = {
  trading: ["Trading is paused.", "Your balances aren’t affected."],
  deposits: ["Deposits are paused. Please don’t pay yet.", ""],
  withdrawals: ["Withdrawals are paused.", "Your balances aren’t affected."],
  "sign-ups": ["Sign-ups are paused.", ""],
  "coins-in": ["Crypto deposits are paused. Please don’t send coins yet.", ""],
  "coins-out": ["Crypto withdrawals are paused.", "Your balances aren’t affected."],
  "network:bitcoin": ["Bitcoin deposits and withdrawals are paused.", "Your balances aren’t affected."],
  "network:ethereum": ["Ethereum deposits and withdrawals are paused.", "Your balances aren’t affected."],
};

const isWhole = (what: string): what is SwitchName => what in TEXTS;

/** Text of a pause, with staff's own words if there are any. */
export function pauseText({ what, message, by_system }: PauseNotice): string {
  if (isWhole(what)) {
    const [paused, after] = TEXTS[what];
    return [paused, message, after].filter((part) => part !== null && part !== "").join(" ");
  }
  const [, side, coin] = /^(buy|sell):(.+)$/.exec(what) ?? [];
  if (side !== undefined) {
    const paused = `${side === "buy" ? "Buying" : "Selling"} ${coin} is paused.`;
    return message === null ? paused : `${paused} ${message}`;
  }
  const market = what.replace("pair:", "");
  if (by_system) return `${market} is paused while we check the price.`;
  return `${market} is paused. ${message ?? "Your balances aren’t affected."}`;
}

/** At the top of every page, for as long as something is paused. An open page learns of it without a reload. */
export function PauseBanner() {
  const { data = [] } = trpc.switches.paused.useQuery(undefined, {
    refetchInterval: ASKED_AGAIN_AFTER,
    trpc: { context: { background: true } },
  });
  // The live region is there before it has anything to say: only then it is read out.
  return (
    <aside aria-label="Paused" aria-live="polite" className={styles["banner"]} hidden={data.length === 0}>
      {data.map((notice) => (
        <p key={notice.what} className={styles["line"]}>
          <AlertIcon size={18} />
          <span>{pauseText(notice)}</span>
        </p>
      ))}
    </aside>
  );
}
