import type { HedgedCurrency } from "@wattle/contracts/hedging";
import {
  decimalText,
  decimalUnits,
  magnitude,
  mostDecimals,
  trimDecimals,
} from "@wattle/exchange-core/decimal";
import { signedText } from "../parts/signed-money.ts";
import { percentOf } from "./percent.ts";
import styles from "./hedging-page.module.css";

/** Half of the bar's width in percent, and how far a dot goes from its middle. */
const [MIDDLE, REACH] = [50, 0.48];

/** Draws a coin's position: its band is shaded with a figure at each end, and the target dashed in the middle. */
export function ExposureBar({ coin }: { readonly coin: HedgedCurrency }) {
  const { currency, target, band } = coin;
  const decimals = mostDecimals([coin.position, target, band]);
  const unitsOf = (text: string): bigint => decimalUnits(text, decimals);
  const [at, wanted, width] = [unitsOf(coin.position), unitsOf(target), unitsOf(band)];
  const off = at - wanted;
  const widest = [2n * width, magnitude(off), 1n].reduce((a, b) => (a > b ? a : b));
  const placeOf = (units: bigint): string => `${MIDDLE + REACH * percentOf(units, widest)}%`;
  const outside = magnitude(off) > width;
  const figureOf = (units: bigint): string => signedText(trimDecimals(decimalText(units, decimals)));
  return (
    <svg
      className={styles["exposure"]}
      role="img"
      aria-label={`Position ${signedText(coin.position, currency)}, ${outside ? "outside" : "in"} its band`}
    >
      <rect width="100%" height="24" rx="4" />
      <line data-band x1={placeOf(-width)} x2={placeOf(width)} y1="12" y2="12" />
      <line x1="50%" x2="50%" y1="0" y2="24" />
      <circle data-outside={outside} cx={placeOf(off)} cy="12" r="6" />
      {[-width, 0n, width].map((units) => (
        <text key={String(units)} x={placeOf(units)} y="40">
          {figureOf(wanted + units)}
        </text>
      ))}
    </svg>
  );
}
