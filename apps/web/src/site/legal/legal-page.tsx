import type { ReactNode } from "react";
import { useDemo } from "../../brand/brand.tsx";
import { LegalFrame, legalTextClass } from "./legal-frame.tsx";
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
  /** Summary of the text, in a sentence or two that bind no one. */
  readonly gist: ReactNode;
  readonly sections: readonly LegalSection[];
}

/** A legal text that comes with the product: what it comes to, its table of contents, its numbered sections. */
export function LegalPage({ seed, title, gist, sections }: LegalPageProps) {
  const isDemo = useDemo();
  return (
    <LegalFrame
      seed={seed}
      title={title}
      gist={gist}
      contents={
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      }
      text={
        <div className={legalTextClass}>
          {isDemo && (
            <p data-demo-only className={styles["review"]} role="note">
              Draft: this text comes with the product. Before customers rely on it, have your own counsel
              review it or replace it with your own.
            </p>
          )}
          {sections.map((section) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
              <h2 id={`${section.id}-title`}>{section.title}</h2>
              {section.body}
            </section>
          ))}
        </div>
      }
    />
  );
}
