import type { ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import { clearOfLines, Hero } from "../ui/hero.tsx";
import styles from "./page-hero.module.css";

interface PageHeroProps {
  /** The page's route name, which seeds its line-work. */
  readonly seed: string;
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Content after the lead: links that act, or a short list. */
  readonly actions?: ReactNode;
  /** Companion next to the words on wide screens, and below them on narrow ones. */
  readonly companion?: ReactNode;
  /** The companion is no card and has no words: the line-work runs behind it, and on narrow screens it comes first. */
  readonly overLines?: boolean;
  /** The companion is much higher than the words: they begin with it. */
  readonly atTop?: boolean;
  /** Words that follow the others on wide screens, and the companion on narrow ones. */
  readonly foot?: ReactNode;
  /** `tall` is the home page's, `slim` that of pages one comes to read. */
  readonly size?: "tall" | "page" | "slim";
}

/** The head of a public page whose background is `hero`: its words, and room for one thing next to them. */
export function PageHero({
  seed,
  title,
  lead,
  actions,
  companion,
  overLines = false,
  atTop = false,
  foot,
  size = "page",
}: PageHeroProps) {
  return (
    <Hero
      seed={seed}
      className={classNames(
        styles["inner"],
        styles[size],
        companion !== undefined && styles["split"],
        atTop && styles["atTop"],
        foot !== undefined && styles["footed"],
      )}
    >
      <div className={classNames(styles["words"], clearOfLines)}>
        <h1 className={styles["title"]}>{title}</h1>
        {lead !== undefined && <p className={styles["lead"]}>{lead}</p>}
        {actions !== undefined && <div className={styles["actions"]}>{actions}</div>}
      </div>
      {companion !== undefined && (
        <div className={classNames(styles["companion"], overLines && styles["overLines"])}>{companion}</div>
      )}
      {foot !== undefined && <div className={classNames(styles["foot"], clearOfLines)}>{foot}</div>}
    </Hero>
  );
}
