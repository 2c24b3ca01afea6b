import { classNames } from "../../ui/class-names.ts";
import styles from "./figure-strip.module.css";

/** A figure under its name. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  /** How it is reckoned from the figures before: Statement − Books = Difference. */
  readonly sign?: "+" | "−" | "=";
  /** Whether it is as it should be; not said if that is undefined. */
  readonly good?: boolean | undefined;
  /** It is not known yet: no figure to read. */
  readonly unknown?: boolean;
}

interface FigureStripProps {
  /** Name of the strip, if the screen has several. */
  readonly label?: string | undefined;
  readonly figures: readonly Figure[];
  readonly className?: string | undefined;
  /** A card of its own, its figures the first thing to read on the screen. */
  readonly framed?: boolean;
  /** Changes are read out. */
  readonly live?: boolean;
}

/** Figures in a line, each under its name. */
export const FigureStrip = ({
  label,
  figures,
  className,
  framed = false,
  live = false,
}: FigureStripProps) => (
  <dl
    aria-label={label}
    className={classNames(styles["strip"], framed && styles["framed"], className)}
    {...(live && { "aria-live": "polite" as const })}
  >
    {figures.map(({ name, value, sign, good, unknown }) => (
      <div key={name} data-sign={sign} data-good={good} data-unknown={unknown === true || undefined}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
