import type { ReactNode } from "react";
import styles from "./segments.module.css";
import { SiteLink } from "./site-link.tsx";

interface SegmentsProps<Value extends string> {
  /** Name of the choice for assistive technology. */
  readonly legend: ReactNode;
  readonly name: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few that exclude each other, side by side. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { legend, name, options, value: chosen, onChange } = props;
  return (
    <fieldset className={styles["segments"]}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className={styles["choice"]}>
          <input
            type="radio"
            className={styles["radio"]}
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

interface SegmentLinksProps {
  /** Name of the pages for assistive technology. */
  readonly label: string;
  readonly pages: readonly { readonly to: string; readonly label: string }[];
}

/** Pages that stand for each other, side by side: links that look as a choice does. */
export function SegmentLinks({ label, pages }: SegmentLinksProps) {
  return (
    <nav aria-label={label} className={styles["segments"]}>
      {pages.map((page) => (
        <SiteLink key={page.to} to={page.to} className={styles["choice"]}>
          {page.label}
        </SiteLink>
      ))}
    </nav>
  );
}
