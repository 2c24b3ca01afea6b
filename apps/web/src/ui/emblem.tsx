import styles from "./emblem.module.css";
import { SECTION_ICONS, type SectionIcon } from "./section-icons.tsx";

/** How many ellipses a section's rosette is turned from, and how flat they are: no two sections have the same. */
const ROSETTES: Partial<Readonly<Record<SectionIcon, readonly [count: number, flatness: number]>>> = {
  history: [12, 28],
  bank: [9, 30],
  key: [8, 18],
  webhook: [6, 24],
  bell: [14, 22],
  recurring: [10, 20],
  people: [7, 34],
  statement: [11, 26],
  book: [13, 24],
};

/** Future content of a list that is still empty: its section's mark on a rosette of its own. */
export function Emblem({ of }: { readonly of: SectionIcon }) {
  const Mark = SECTION_ICONS[of];
  const [count, flatness] = ROSETTES[of] ?? [12, 30];
  return (
    <span className={styles["emblem"]} aria-hidden="true">
      <svg viewBox="-50 -50 100 100" fill="none" focusable="false">
        {Array.from({ length: count }, (_, index) => (
          <ellipse key={index} rx="48" ry={flatness} transform={`rotate(${(index * 180) / count})`} />
        ))}
      </svg>
      <span className={styles["mark"]}>
        <Mark size={24} />
      </span>
    </span>
  );
}
