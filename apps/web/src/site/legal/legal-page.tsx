import type { ReactNode } from "react";
import { PageHero } from "../page-hero.tsx";
import styles from "./legal-page.module.css";

/** One numbered section of a legal text. */
export interface LegalSection {
  /** Its anchor; it stays when sections are added before it. */
  readonly id: string;
  readonly title: string;
  readonly body: ReactNode;
}

interface LegalPageProps {
  /** The page's route name, which seeds its line-work. */
  readonly seed: string;
  readonly title: string;
  /** What the text comes to, in a sentence or two that bind nobody. */
  readonly gist: ReactNode;
  readonly sections: readonly LegalSection[];
}

/** A legal text: what it comes to, its table of contents, its numbered sections. */
export function LegalPage({ seed, title, gist, sections }: LegalPageProps) {
  return (
    <>
      <PageHero seed={seed} size="slim" title={title} lead={gist} />
      <div className={styles["page"]}>
        <nav className={styles["contents"]} aria-labelledby="contents">
          <h2 id="contents">Contents</h2>
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles["text"]}>
          <p className={styles["review"]} role="note">
            This text is a complete draft that comes with the product. The operator’s own counsel is to review
            it for the places it is used in before anybody relies on it.
          </p>
          {sections.map((section) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
              <h2 id={`${section.id}-title`}>{section.title}</h2>
              {section.body}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
