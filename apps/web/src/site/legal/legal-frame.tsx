import type { ReactNode } from "react";
import { ChevronIcon } from "../../ui/icons.tsx";
import { PageHero } from "../page-hero.tsx";
import styles from "./legal-page.module.css";

interface LegalFrameProps {
  /** The page's route name, which seeds its line-work. */
  readonly seed: string;
  readonly title: string;
  readonly gist?: ReactNode;
  /** The list of the sections' links. */
  readonly contents: ReactNode;
  /** The element of {@link legalTextClass} that holds the sections. */
  readonly text: ReactNode;
}

/** Frame of every legal text: its head, its contents next to it, and the text with numbered sections. */
export function LegalFrame({ seed, title, gist, contents, text }: LegalFrameProps) {
  return (
    <>
      <PageHero seed={seed} size="slim" title={title} lead={gist} />
      <div className={styles["page"]}>
        <nav className={styles["contents"]} aria-labelledby="contents">
          <details>
            <summary>
              <h2 id="contents">Contents</h2>
              <ChevronIcon />
            </summary>
            {contents}
          </details>
        </nav>
        {text}
      </div>
    </>
  );
}

/** The class of the element that holds the sections. */
export const legalTextClass = styles["text"];
