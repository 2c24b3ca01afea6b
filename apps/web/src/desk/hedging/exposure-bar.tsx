import type { HedgedCurrency } from "@wattle/contracts/hedging";
import { decimalUnits, magnitude, mostDecimals } from "@wattle/exchange-core/decimal";
import { signedText } from "../parts/signed-money.ts";
import styles from "./hedging-page.module.css";

const WIDTH = 240;
const MIDDLE = WIDTH / 2;
const HEIGHT = 24;
const DOT = 5;

/** Draws a coin's position: its band is shaded, and the target dashed in the middle. */
export function ExposureBar({ coin }: { readonly coin: HedgedCurrency }) {
  const { currency, target, band } = coin;
  const decimals = mostDecimals([coin.position, target, band]);
  const unitsOf = (text: string): bigint => decimalUnits(text, decimals);
  const [at, wanted, width] = [unitsOf(coin.position), unitsOf(target), unitsOf(band)];
  const off = at - wanted;
  const widest = [2n * width, magnitude(off), 1n].reduce((a, b) => (a > b ? a : b));
  const away = (units: bigint): number => {
    const position = (units * BigInt(MIDDLE - DOT)) / widest;
    return Number(position);
  };
  const outside = magnitude(off) > width;
  return (
    <svg
      className={styles["exposure"]}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Position ${signedText(coin.position, currency)}, ${outside ? "outside" : "in"} its band`}
    >
      <rect width={WIDTH} height={HEIGHT} rx={DOT} />
      <rect data-band x={MIDDLE - away(width)} width={2 * away(width)} height={HEIGHT} />
      <line x1={MIDDLE} x2={MIDDLE} y1={0} y2={HEIGHT} />
      <circle data-outside={outside} cx={MIDDLE + away(off)} cy={HEIGHT / 2} r={DOT} />
    </svg>
  );
}
