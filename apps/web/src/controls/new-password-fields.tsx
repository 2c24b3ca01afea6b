import { PasswordField } from "./password-field.tsx";
import type { TextFieldProps } from "./text-field.tsx";

interface NewPasswordFieldsProps {
  readonly label?: string;
  /** What each field of the form is given. */
  readonly field: (name: "password" | "password_confirmation") => Omit<TextFieldProps, "label">;
}

/** A password that is chosen, twice. */
export function NewPasswordFields({ label = "Password", field }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...field("password")}
        label={label}
        autoComplete="new-password"
        hint="8 to 30 characters, with upper and lower case, a number and a symbol"
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
