import { IDENTITY_LABELS, type IdentityField } from "@wattle/contracts/identity-rules";
import { useCountryOptions, useServedCountries } from "../accounts/country-options.ts";
import { DateField } from "../controls/date-field.tsx";
import { TextField } from "../controls/text-field.tsx";
import { SelectField } from "../controls/select-field.tsx";
import type { FieldState } from "../ui/use-checked-form.ts";
import { DOCUMENT_TYPE_OPTIONS, today } from "./identity-steps.ts";
import styles from "./identity-form.module.css";

/** Whether a field is chosen from a list. */
export const isSelect = (field: IdentityField): boolean =>
  field === "document_type" || field === "address_country" || field === "document_country";

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

interface IdentityTextProps {
  readonly field: Omit<FieldState<IdentityField>, "name"> & { readonly name: IdentityField };
  /** Sets the value as the page. */
  readonly onSet: (value: string) => void;
}

export function IdentityText({ field, onSet }: IdentityTextProps) {
  const { name } = field;
  const shared = {
    ...field,
    label: IDENTITY_LABELS[name],
    autoComplete: AUTO_COMPLETE[name] ?? "off",
    required: name !== "middle_name",
  };
  if (name === "date_of_birth")
    return (
      <DateField
        {...shared}
        max={today()}
        level="decade"
        hint="You must be at least 18 years old."
        onChoose={onSet}
      />
    );
  return (
    <TextField
      {...shared}
      {...(name === "middle_name" && { aside: <span className={styles["optional"]}>Optional</span> })}
    />
  );
}
