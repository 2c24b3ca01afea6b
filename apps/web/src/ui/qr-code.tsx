import { encode } from "uqr";
import styles from "./qr-code.module.css";

/** Light modules around the code, as ISO/IEC 18004 wants them. */
const QUIET = 4;

/** The dark modules as one path: a line of height 1 for each run of them. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  return modules.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
}

/** A text as a QR code, dark on light in either colour scheme. The same text is next to it in words. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 0, ecc: "M" });
  const side = size + 2 * QUIET;
  return (
    <svg
      className={styles["code"]}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#ffffff" />
      <path d={pathOf(data)} fill="#000000" />
    </svg>
  );
}
