import { useEffect, useState, type ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import { MenuIcon, SearchIcon } from "../../ui/icons.tsx";
import { SchemeToggle } from "../../ui/scheme-switch.tsx";
import { useToday } from "../parts/use-today.ts";
import { Key } from "../parts/key.tsx";
import { deskZone, zonePlace } from "../parts/zone.ts";
import styles from "./desk-frame.module.css";

const DAY = { weekday: "short", day: "numeric", month: "short" } as const;
const TIME = { hour: "numeric", minute: "2-digit", hour12: true } as const;
const MINUTE = 60_000;

/** The time where the installation is, to the minute. */
function Clock() {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE - (Date.now() % MINUTE));
    return () => clearTimeout(timer);
  }, [now]);
  // The browser's own zone would be another time for a moment: room is kept until the installation's is known.
  const { data } = useToday();
  const text = (parts: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat("en-AU", { ...parts, timeZone: deskZone() }).format(now);
  return (
    <time
      className={classNames(styles["clock"], data === undefined && styles["unknown"])}
      aria-hidden={data === undefined || undefined}
    >
      <span className={styles["long"]}>{text(DAY)}, </span>
      {text(TIME)}
      <span className={styles["long"]}> {zonePlace()}</span>
    </time>
  );
}

/** Says so if the data on the screen are older than the server's. */
function Live() {
  const today = useToday();
  if (!today.isRefetchError && !today.isLoadingError) return null;
  return <output className={styles["notLive"]}>Not live, trying</output>;
}

interface DeskBarProps {
  readonly title: string;
  readonly navOpen: boolean;
  readonly onNav: () => void;
  readonly onGoTo: () => void;
  /** At its end. */
  readonly children?: ReactNode;
}

/** Name of the screen, and the box that leads anywhere. */
export function DeskBar({ title, navOpen, onNav, onGoTo, children }: DeskBarProps) {
  return (
    <>
      <button type="button" className={styles["menu"]} aria-expanded={navOpen} onClick={onNav}>
        <MenuIcon />
        <span className="visually-hidden">Screens</span>
      </button>
      <p className={styles["crumb"]}>{title}</p>
      <button type="button" className={styles["goTo"]} aria-keyshortcuts="Control+K Meta+K" onClick={onGoTo}>
        <span className={styles["long"]}>Customer, reference, screen…</span>
        <SearchIcon />
        <span className={styles["short"]}>Search</span>
        <Key>Ctrl K</Key>
      </button>
      <div className={styles["end"]}>{children}</div>
    </>
  );
}

interface DeskHeaderProps extends Omit<DeskBarProps, "children"> {
  readonly onKeys: () => void;
}

/** The same with the time, and the sheet of keys. */
export function DeskHeader({ onKeys, ...bar }: DeskHeaderProps) {
  return (
    <DeskBar {...bar}>
      <Live />
      <Clock />
      <SchemeToggle />
      <button type="button" className={styles["help"]} onClick={onKeys}>
        <Key>?</Key>
        <span className="visually-hidden">Show all keys</span>
      </button>
    </DeskBar>
  );
}
