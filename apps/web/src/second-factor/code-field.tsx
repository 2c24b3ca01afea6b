import { useEffect, useRef } from "react";
import { Button } from "../controls/button.tsx";
import { TextField } from "../controls/text-field.tsx";
import type { FieldState } from "../ui/use-checked-form.ts";
import type { CodeKind } from "./login-code.ts";

interface CodeFieldProps {
  readonly field: FieldState<string>;
  readonly kind: CodeKind;
  /** Without it only a code of the app is taken. */
  readonly onKind?: (kind: CodeKind) => void;
  /** Takes the focus when it appears: what comes before it is done. */
  readonly focused?: boolean;
}

/** The code of two-step login: of the authenticator app, or for recovery. */
export function CodeField({ field, kind, onKind, focused = false }: CodeFieldProps) {
  const isTotp = kind === "totp";
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  return (
    <>
      <TextField
        {...field}
        ref={input}
        label={isTotp ? "Login code" : "Recovery code"}
        hint={
          isTotp
            ? "Enter the 6-digit code from your authenticator app."
            : "Enter one of your recovery codes. Each works once."
        }
        autoComplete={isTotp ? "one-time-code" : "off"}
        inputMode={isTotp ? "numeric" : "text"}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        required
      />
      {onKind !== undefined && (
        <Button kind="link" onClick={() => onKind(isTotp ? "recovery" : "totp")}>
          {isTotp ? "Use a recovery code" : "Use your authenticator app"}
        </Button>
      )}
    </>
  );
}
