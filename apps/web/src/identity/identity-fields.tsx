import { IDENTITY_LABELS, type DocumentSide, type IdentityField } from "@wattle/contracts/identity-rules";
import { useCountryOptions, useServedCountries } from "../accounts/country-options.ts";
import { TextField } from "../controls/text-field.tsx";
import { SelectField } from "../controls/select-field.tsx";
import type { FieldState } from "../ui/use-checked-form.ts";
import { DocumentField } from "./document-field.tsx";
import { DOCUMENT_TYPE_OPTIONS, documentOf, today, type Documents } from "./identity-steps.ts";
import styles from "./identity-form.module.css";

/** The fields with a choice. */
export const SELECTS: ReadonlySet<IdentityField> = new Set([
  "address_country",
  "document_type",
  "document_country",
]);

const AUTO_COMPLETE: Readonly<Partial<Record<IdentityField, string>>> = {
  first_name: "given-name",
  middle_name: "additional-name",
  last_name: "family-name",
  date_of_birth: "bday",
  street: "street-address",
  city: "address-level2",
  state: "address-level1",
  postcode: "postal-code",
};

interface IdentitySelectProps {
  readonly name: IdentityField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

export function IdentitySelect({ name, value, error, onChange }: IdentitySelectProps) {
  const everywhere = useCountryOptions();
  const served = useServedCountries();
  // A resident of a country that is served may hold a document of one that is not.
  const countries = name === "address_country" ? served : everywhere;
  const isType = name === "document_type";
  return (
    <SelectField
      label={IDENTITY_LABELS[name]}
      name={name}
      options={isType ? DOCUMENT_TYPE_OPTIONS : countries}
      {...(isType || value === "" ? { placeholder: "Choose one" } : {})}
      value={value}
      error={error}
      autoComplete={name === "address_country" ? "country" : "off"}
      required
      onChange={onChange}
    />
  );
}

export function IdentityText({ field }: { readonly field: FieldState<IdentityField> }) {
  const { name } = field;
  return (
    <TextField
      {...field}
      label={IDENTITY_LABELS[name]}
      type={name === "date_of_birth" ? "date" : "text"}
      autoComplete={AUTO_COMPLETE[name] ?? "off"}
      required={name !== "middle_name"}
      {...(name === "middle_name" && { aside: <span className={styles["optional"]}>Optional</span> })}
      {...(name === "date_of_birth" && { max: today(), hint: "You must be at least 18 years old." })}
    />
  );
}

interface PhotosProps {
  readonly documents: Documents;
  readonly wantsBack: boolean;
  readonly problems: Partial<Record<DocumentSide, string>>;
}

/** The photos of the document and of its owner. */
export function Photos({ documents, wantsBack, problems }: PhotosProps) {
  return (
    <div className={styles["photos"]}>
      <DocumentField
        side="front"
        label={wantsBack ? "Photo of the front" : "Photo of the document"}
        hint="JPEG, PNG or PDF, at most 10 MB. All four corners, no glare, everything readable."
        document={documentOf(documents, "front")}
        error={problems.front}
      />
      {wantsBack && (
        <DocumentField
          side="back"
          label="Photo of the back"
          hint="The same, of the other side."
          document={documentOf(documents, "back")}
          error={problems.back}
        />
      )}
      <DocumentField
        side="selfie"
        label="Photo of yourself with the document"
        hint="Your face and the document in one picture, both readable."
        document={documentOf(documents, "selfie")}
        error={problems.selfie}
      />
    </div>
  );
}
