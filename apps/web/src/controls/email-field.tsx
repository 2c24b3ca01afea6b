import { TextField, type TextFieldProps } from "./text-field.tsx";

interface EmailFieldProps extends Omit<TextFieldProps, "label" | "autoComplete"> {
  readonly label?: string;
  /** `username` if it is what one logs in with; with `webauthn` passkeys are suggested there, too. */
  readonly autoComplete?: "username" | "username webauthn" | "email";
}

/** An email address, with the keyboard and the suggestions for one. */
export function EmailField({ label = "Email", autoComplete = "username", ...field }: EmailFieldProps) {
  return (
    <TextField
      {...field}
      label={label}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}
