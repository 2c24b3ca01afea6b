import type { ReactNode } from "react";
import { ChevronIcon } from "../ui/icons.tsx";
import styles from "./questions.module.css";

export interface Question {
  readonly question: string;
  /** The whole answer, as search engines get it too. */
  readonly answer: string;
  /** Page to read on. */
  readonly more?: ReactNode;
}

/** Questions that open to their answers, also without any script. */
export function Questions({ items }: { readonly items: readonly Question[] }) {
  return (
    <div className={styles["questions"]}>
      {items.map(({ question, answer, more }) => (
        <details key={question} name="questions">
          <summary>
            <h3>{question}</h3>
            <ChevronIcon />
          </summary>
          <div className={styles["answer"]}>
            <p>{answer}</p>
            {more !== undefined && <p>{more}</p>}
          </div>
        </details>
      ))}
    </div>
  );
}
