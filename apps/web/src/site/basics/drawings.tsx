import type { ReactNode } from "react";
import styles from "./drawings.module.css";

interface DrawingProps {
  readonly viewBox: string;
  /** Description of the drawing for those who do not see it. */
  readonly text: string;
  readonly children: ReactNode;
}

function Drawing({ viewBox, text, children }: DrawingProps) {
  return (
    <svg viewBox={viewBox} role="img" aria-label={text} className={styles["drawing"]}>
      {children}
    </svg>
  );
}

const COPIES = [
  [200, 40],
  [345, 145],
  [290, 290],
  [110, 290],
  [55, 145],
] as const;

/** One list in many places: five equal sheets, each joined to every other. */
export function LedgerDrawing() {
  return (
    <Drawing
      viewBox="0 0 400 350"
      text="Five computers in a ring, each joined to every other, each holding the same list."
    >
      <g className={styles["thin"]}>
        {COPIES.flatMap(([x, y], index) =>
          COPIES.slice(index + 1).map(([toX, toY]) => (
            <path key={`${x} ${toX} ${toY}`} d={`M${x} ${y}L${toX} ${toY}`} />
          )),
        )}
      </g>
      {COPIES.map(([x, y]) => (
        <g key={`${x} ${y}`} transform={`translate(${x - 32} ${y - 36})`}>
          <rect className={styles["sheet"]} width="64" height="76" rx="4" />
          <path className={styles["line"]} d="M12 18h40M12 30h40M12 42h28" />
          <path className={styles["accent"]} d="M12 58h40" />
        </g>
      ))}
    </Drawing>
  );
}

/** A letter box that anyone may fill and one key opens. */
export function KeyDrawing() {
  return (
    <Drawing
      viewBox="0 0 400 240"
      text="A box with a slot and an address that everyone may know, and next to it the one key that opens it."
    >
      <rect className={styles["sheet"]} x="30" y="40" width="190" height="160" rx="10" />
      <path className={styles["heavy"]} d="M80 78h90" />
      <path className={styles["accent"]} d="M125 20v44m0 0-12-12m12 12 12-12" />
      <circle className={styles["line"]} cx="125" cy="140" r="14" />
      <path className={styles["line"]} d="M125 154v20" />
      <text className={styles["caption"]} x="125" y="226" textAnchor="middle">
        Address: may be known
      </text>
      <g transform="translate(262 92)">
        <circle className={styles["heavy"]} cx="24" cy="24" r="22" />
        <circle className={styles["line"]} cx="24" cy="24" r="7" />
        <path className={styles["heavy"]} d="M46 24h70v20M96 24v14" />
      </g>
      <text className={styles["caption"]} x="320" y="226" textAnchor="middle">
        Key: yours alone
      </text>
    </Drawing>
  );
}

/** Three pages, each beginning with the seal of the one before. */
export function BlocksDrawing() {
  return (
    <Drawing
      viewBox="0 0 400 210"
      text="Three blocks in a row; each begins with the seal of the one before it, so that none can be changed alone."
    >
      {[0, 1, 2].map((index) => (
        <g key={index} transform={`translate(${8 + index * 134} 24)`}>
          <rect className={styles["sheet"]} width="112" height="142" rx="6" />
          <rect
            className={index === 0 ? styles["line"] : styles["seal"]}
            x="12"
            y="12"
            width="88"
            height="24"
            rx="3"
          />
          <path className={styles["line"]} d="M12 56h88M12 72h64M12 88h78" />
          <rect className={styles["seal"]} x="12" y="106" width="88" height="24" rx="3" />
          {index < 2 && <path className={styles["accent"]} d="M106 118h14c4 0 6-3 6-8V34c0-6 3-10 8-10h6" />}
        </g>
      ))}
      <text className={styles["caption"]} x="200" y="196" textAnchor="middle">
        about every ten minutes
      </text>
    </Drawing>
  );
}

/** A ruler from one bitcoin down to a hundred-millionth of it. */
export function PartsDrawing() {
  return (
    <Drawing
      viewBox="0 0 400 150"
      text="A scale with eight steps from one bitcoin down to 0.00000001 bitcoin, which is called a satoshi."
    >
      <path className={styles["heavy"]} d="M30 66h330" />
      <g className={styles["line"]}>
        {Array.from({ length: 9 }, (_, step) => (
          <path
            key={step}
            d={`M${30 + step * 41.25} ${step === 0 || step === 8 ? 46 : 56}v${step === 0 || step === 8 ? 40 : 20}`}
          />
        ))}
      </g>
      <circle className={styles["seal"]} cx="30" cy="66" r="17" />
      <circle className={styles["accentFill"]} cx="360" cy="66" r="4" />
      <text className={styles["figure"]} x="30" y="116" textAnchor="middle">
        1
      </text>
      <text className={styles["caption"]} x="12" y="138">
        a bitcoin
      </text>
      <text className={styles["figure"]} x="388" y="116" textAnchor="end">
        0.00000001
      </text>
      <text className={styles["caption"]} x="388" y="138" textAnchor="end">
        a satoshi
      </text>
    </Drawing>
  );
}

/** Years from 2009, and millions of coins there were at the end of each halving's stretch. */
const SUPPLY = [
  [2009, 0],
  [2012.9, 10.5],
  [2016.5, 15.75],
  [2020.4, 18.375],
  [2024.3, 19.6875],
  [2028.3, 20.34375],
  [2032.3, 20.671875],
  [2036.3, 20.8359375],
  [2040.3, 20.91796875],
] as const;

/** The number of coins over time, bending under its ceiling. */
export function SupplyDrawing() {
  const x = (year: number): number => 44 + (year - 2009) * 10.6;
  const y = (millions: number): number => 200 - millions * 8;
  const path = SUPPLY.map(([year, millions]) => `${Math.round(x(year))} ${Math.round(y(millions))}`).join(
    "L",
  );
  return (
    <Drawing
      viewBox="0 0 400 240"
      text="The number of bitcoin over the years: 10.5 million in 2012, 15.75 in 2016, 18.4 in 2020, 19.7 in 2024, and ever more slowly towards 21 million."
    >
      <path className={styles["thin"]} d={`M44 ${y(21)}H390`} strokeDasharray="3 5" />
      <path className={styles["line"]} d="M44 20v180h346" />
      <path className={styles["accent"]} d={`M${path}`} />
      {SUPPLY.slice(1, 5).map(([year, millions]) => (
        <circle key={year} className={styles["dot"]} cx={x(year)} cy={y(millions)} r="4" />
      ))}
      <text className={styles["caption"]} x="390" y={y(21) - 8} textAnchor="end">
        21 million, never more
      </text>
      {[2012, 2024, 2036].map((year) => (
        <text key={year} className={styles["caption"]} x={x(year)} y="224" textAnchor="middle">
          {year}
        </text>
      ))}
    </Drawing>
  );
}
