import { FIELD_LENGTHS, PASSWORD_CHARACTERS, PASSWORD_NEEDS } from "@wattle/contracts/field-rules";
import { classNames } from "../ui/class-names.ts";
import { DoneIcon } from "../ui/icons.tsx";
import styles from "./new-password-fields.module.css";
import { PasswordField } from "./password-field.tsx";
import type { TextFieldProps } from "./text-field.tsx";

interface NewPasswordFieldsProps {
  readonly label?: string;
  /** Props of each field of the form. */
  readonly field: (
    name: "password" | "password_confirmation",
  ) => Omit<TextFieldProps, "label"> & { readonly value: string };
}

const { min, max } = FIELD_LENGTHS.password;
const [upper, lower, digit, symbol] = PASSWORD_NEEDS;

/** The parts of the rule, as people read them. The rule itself is the field's. */
const PARTS: readonly (readonly [string, (text: string) => boolean])[] = [
  [`${min} to ${max} characters`, ({ length }) => length >= min && length <= max],
  ["Upper and lower case", (text) => upper.test(text) && lower.test(text)],
  ["A number", (text) => digit.test(text)],
  ["A symbol", (text) => symbol.test(text) && PASSWORD_CHARACTERS.test(text)],
];

/** Rules of a password, ticked off during typing. */
function Parts({ password }: { readonly password: string }) {
  return (
    <span className={styles["parts"]}>
      {PARTS.map(([part, holds]) => (
        <span key={part} className={classNames(styles["part"], holds(password) && styles["met"])}>
          {holds(password) ? <DoneIcon size={16} /> : <span className={styles["dot"]} />}
          {part}
          <span className="visually-hidden">{holds(password) ? " (done)." : "."}</span>
        </span>
      ))}
    </span>
  );
}

/** A password that is chosen, twice. */
export function NewPasswordFields({ label = "Password", field }: NewPasswordFieldsProps) {
  const password = field("password");
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        autoComplete="new-password"
        hint={<Parts password={password.value} />}
        required
      />
      <PasswordField
        {...field("password_confirmation")}
        label="Password confirmation"
        autoComplete="new-password"
        required
      />
    </>
  );
}
