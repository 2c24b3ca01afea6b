import styles from "./seal.module.css";

const TURNS = Array.from({ length: 15 }, (_, index) => index * 12);

/** A drawn tick on a rosette of turned ellipses. */
export function Seal({ size = 96 }: { readonly size?: number }) {
  return (
    <svg
      className={styles["seal"]}
      viewBox="-50 -50 100 100"
      width={size}
      height={size}
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      {TURNS.map((turn) => (
        <ellipse key={turn} rx="48" ry="30" transform={`rotate(${turn})`} />
      ))}
      <circle r="21" />
      <path d="m-9 .5 6.5 6.5L10-6.5" pathLength="1" />
    </svg>
  );
}
