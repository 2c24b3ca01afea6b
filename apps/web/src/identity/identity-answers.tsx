import { countryName } from "../accounts/country-options.ts";
import { dayFirstText } from "../controls/date-text.ts";
import { Button } from "../controls/button.tsx";
import {
  DOCUMENT_STEP,
  DOCUMENT_TYPE_OPTIONS,
  FIELD_LABELS,
  isAbout,
  LAST_STEP,
  STEPS,
  type ChosenPhotos,
  type Documents,
  type FormField,
} from "./identity-steps.ts";
import { aboutWords } from "./about-words.ts";
import { ChosenPhoto } from "./chosen-photo.tsx";
import styles from "./identity-form.module.css";

/** The words for a stored value: names instead of codes. */
function valueText(field: FormField, value: string): string {
  if (value === "") return "–";
  if (isAbout(field)) return aboutWords(field, value);
  if (field === "address_country" || field === "document_country") return countryName(value);
  if (field === "document_type") {
    return DOCUMENT_TYPE_OPTIONS.find((option) => option.value === value)?.label ?? value;
  }
  return field === "date_of_birth" ? dayFirstText(value) : value;
}

interface ThumbProps {
  readonly document: Documents[number];
  readonly file: File | undefined;
}

function Thumb({ document: { file_name: name, media_type: type }, file }: ThumbProps) {
  return file === undefined || type === "application/pdf" ? (
    <span>{name}</span>
  ) : (
    <ChosenPhoto file={file} name={name} className={styles["thumb"]} />
  );
}

interface AnswersProps {
  readonly values: Readonly<Record<FormField, string>>;
  /** Undefined if a provider has the photos. */
  readonly documents: Documents | undefined;
  readonly chosen: ChosenPhotos;
  /** Goes back to a step. */
  readonly onChange: (step: number) => void;
}

/** Answers of the form, to be read once more before it is sent. */
export function Answers({ values, documents, chosen, onChange }: AnswersProps) {
  return (
    <div className={styles["answers"]}>
      {STEPS.slice(0, LAST_STEP).map(({ title, fields }, index) => (
        <section key={title} aria-label={title}>
          <div className={styles["answersHead"]}>
            <h3>{title}</h3>
            <Button kind="quiet" onClick={() => onChange(index)}>
              Edit<span className="visually-hidden"> {title}</span>
            </Button>
          </div>
          <dl>
            {fields.map((name) => (
              <div key={name}>
                <dt>{FIELD_LABELS[name]}</dt>
                <dd>{valueText(name, values[name])}</dd>
              </div>
            ))}
            {index === DOCUMENT_STEP && documents !== undefined && (
              <div>
                <dt>Photos</dt>
                <dd className={styles["thumbs"]}>
                  {documents.map((document) => (
                    <Thumb key={document.id} document={document} file={chosen[document.id]} />
                  ))}
                </dd>
              </div>
            )}
          </dl>
        </section>
      ))}
    </div>
  );
}
