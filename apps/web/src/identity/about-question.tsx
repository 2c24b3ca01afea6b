import type { AboutField } from "@wattle/contracts/identity-about";
import { useId } from "react";
import { ErrorLine } from "../controls/error-line.tsx";
import { useBrand } from "../brand/brand.tsx";
import { QUESTIONS } from "./about-words.ts";
import styles from "./about-question.module.css";

interface AboutQuestionProps {
  readonly name: AboutField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A question with all its answers in sight. */
export function AboutQuestion({ name, value, error, onChange }: AboutQuestionProps) {
  const { asks, hint, answers } = QUESTIONS[name];
  const { homeCurrency } = useBrand().markets;
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [hint && hintId, error && errorId].filter(Boolean).join(" ");
  return (
    <fieldset
      role="radiogroup"
      className={styles["question"]}
      aria-describedby={described === "" ? undefined : described}
      aria-invalid={error === undefined ? undefined : true}
    >
      <legend>
        {asks}
        {name === "expected_monthly" && ` (${homeCurrency})`}
      </legend>
      {hint !== undefined && (
        <p id={hintId} className={styles["hint"]}>
          {hint}
        </p>
      )}
      <div className={styles["answers"]}>
        {Object.entries<string>(answers).map(([answer, words]) => (
          <label key={answer} className={styles["answer"]}>
            <input
              type="radio"
              name={name}
              value={answer}
              checked={answer === value}
              onChange={() => onChange(answer)}
            />
            {words}
          </label>
        ))}
      </div>
      {error !== undefined && <ErrorLine id={errorId}>{error}</ErrorLine>}
    </fieldset>
  );
}
