import type { ReactNode } from "react";
import styles from "./security-page.module.css";

/** A drawing of plain lines; what it shows is said in the text next to it. */
function Drawing({ children }: { readonly children: ReactNode }) {
  return (
    <svg viewBox="0 0 220 132" className={styles["drawing"]} aria-hidden="true">
      {children}
    </svg>
  );
}

/** A fingerprint on a phone opens a page. */
export function PasskeyDrawing() {
  return (
    <Drawing>
      <rect x="2" y="8" width="64" height="116" rx="10" />
      <path d="M26 114h16" />
      <g className={styles["moving"]}>
        <path d="M22 70v-8a12 12 0 0 1 24 0v10M28 76V62a6 6 0 0 1 12 0v16M34 62v18" />
      </g>
      <path d="M76 66h46" strokeDasharray="4 5" />
      <rect x="132" y="34" width="60" height="64" rx="6" />
      <path d="M132 50h60M150 74l9 9 16-18" />
    </Drawing>
  );
}

const CODE = ["8", "0", "4", "2", "7", "1"] as const;

/** A code of six digits, and the time that it has left. */
export function CodeDrawing() {
  return (
    <Drawing>
      {CODE.map((digit, index) => {
        const x = 2 + index * 33 + (index > 2 ? 12 : 0);
        return (
          <g key={digit}>
            <rect x={x} y="38" width="27" height="38" rx="5" />
            <text x={x + 13.5} y="64">
              {digit}
            </text>
          </g>
        );
      })}
      <path d="M2 92h206" className={styles["faint"]} />
      <path d="M2 92h136" className={styles["moving"]} />
    </Drawing>
  );
}

const HOURS = Array.from({ length: 12 }, (_, hour) => hour * 30);

/** A clock, part of whose round is filled. */
export function HoldDrawing() {
  return (
    <Drawing>
      <path d="M62 66V12a54 54 0 1 1-46.8 81Z" className={styles["filled"]} />
      <circle cx="62" cy="66" r="54" />
      {HOURS.map((turn) => (
        <path key={turn} d="M62 18v6" transform={`rotate(${turn} 62 66)`} />
      ))}
      <path d="M62 30v36L31 84" className={styles["moving"]} />
    </Drawing>
  );
}

/** A tree whose parts lead to one root; the own path is marked. */
export function ProofDrawing() {
  return (
    <Drawing>
      <path d="M110 24 160 66 186 112M160 66 134 112M60 66 34 112" className={styles["faint"]} />
      <path d="M110 24 60 66 86 112" className={styles["moving"]} />
      {[
        [60, 66],
        [86, 112],
        [160, 66],
        [34, 112],
        [134, 112],
        [186, 112],
      ].map(([cx, cy]) => (
        <circle key={`${cx}/${cy}`} cx={cx} cy={cy} r="8" className={styles["node"]} />
      ))}
      <circle cx="110" cy="22" r="12" className={styles["root"]} />
    </Drawing>
  );
}

/** A large store without a line to the network, and a small one with it. */
export function StoresDrawing() {
  return (
    <Drawing>
      <rect x="2" y="10" width="116" height="108" rx="8" />
      <g className={styles["faint"]}>
        <rect x="14" y="24" width="40" height="34" rx="3" />
        <rect x="66" y="24" width="40" height="34" rx="3" />
        <rect x="14" y="70" width="40" height="34" rx="3" />
        <rect x="66" y="70" width="40" height="34" rx="3" />
      </g>
      <rect x="140" y="50" width="32" height="32" rx="5" />
      <g className={styles["moving"]}>
        <path d="M174 66h16" />
        <circle cx="204" cy="66" r="12" />
      </g>
    </Drawing>
  );
}

/** A switch that waits in the middle of its track. */
export function WaitDrawing() {
  return (
    <Drawing>
      <rect x="2" y="32" width="136" height="68" rx="34" strokeDasharray="6 7" />
      <circle cx="70" cy="66" r="24" className={styles["filled"]} />
      <circle cx="70" cy="66" r="24" className={styles["moving"]} />
      <path d="M70 52v15l10 8M158 66h56M200 54l14 12-14 12" />
    </Drawing>
  );
}
