import styles from "./rate-ring.module.css";

/** The seconds at which a hold is about to end: the ring turns gold, and a screen reader announces it. */
export const ENDING_AT = 10;

export const isEnding = (seconds: number): boolean => seconds <= ENDING_AT;

interface RingProps {
  /** Rest, from 1 down to 0. */
  readonly share: number;
  /** Whole seconds, shown inside. */
  readonly seconds?: number;
}

/** Rest of the hold, for the eye: gold towards its end. */
export function Ring({ share, seconds }: RingProps) {
  return (
    <span
      className={styles["ring"]}
      data-ending={(seconds !== undefined && isEnding(seconds)) || undefined}
      aria-hidden="true"
    >
      <svg viewBox="0 0 44 44" width="44" height="44" fill="none" strokeWidth="4" focusable="false">
        <circle cx="22" cy="22" r="20" className={styles["track"]} />
        <circle
          cx="22"
          cy="22"
          r="20"
          pathLength="1"
          strokeDasharray="1"
          className={styles["left"]}
          style={{ strokeDashoffset: 1 - share }}
        />
      </svg>
      <span>{seconds}</span>
    </span>
  );
}
