import { useId } from "react";
import { BRAND_MARKS, guillocheMark } from "@wattle/contracts/brand-page";
import { guillochePath, guillocheSeed } from "@wattle/contracts/guilloche";
import { useBrand } from "../brand/brand.tsx";
import { classNames } from "./class-names.ts";
import styles from "./guilloche.module.css";

interface GuillocheProps {
  /** The page's route name: each page, and each brand, draws a figure of its own. */
  readonly seed: string;
  readonly className?: string | undefined;
}

/** Forty copies, three degrees apart: a fan of eight, turned five times. */
const FAN = [0, 3, 6, 9, 12, 15, 18, 21];
const TURNS = [0, 24, 48, 72, 96];

/** The line-work of banknotes: one path turned by `<use>`, behind the text and hidden from assistive technology. */
export function Guilloche({ seed, className }: GuillocheProps) {
  const brand = useBrand();
  const id = useId();
  const path =
    brand.domain === BRAND_MARKS.domain
      ? guillocheMark(seed)
      : guillochePath(guillocheSeed(seed, brand.domain));
  return (
    <svg
      className={classNames(styles["guilloche"], className)}
      viewBox="-500 -500 1000 1000"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <path id={id} d={path} vectorEffect="non-scaling-stroke" />
        <g id={`${id}f`}>
          {FAN.map((turn) => (
            <use key={turn} href={`#${id}`} transform={`rotate(${turn})`} />
          ))}
        </g>
      </defs>
      {TURNS.map((turn) => (
        <use key={turn} href={`#${id}f`} transform={`rotate(${turn})`} />
      ))}
    </svg>
  );
}
