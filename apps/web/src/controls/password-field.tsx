import { ActionIcon } from "@mantine/core";
import { useState } from "react";
import { EyeIcon, EyeOffIcon } from "../ui/icons.tsx";
import styles from "./field-button.module.css";
import { TextField, type TextFieldProps } from "./text-field.tsx";

/**
 * A password, which can be shown and hidden. Not Mantine's `PasswordInput`: its eye follows the mouse going down instead of
 * the click, so neither a click that the page replays nor one of assistive software would reach it.
 */
export function PasswordField(props: Omit<TextFieldProps, "type" | "end">) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      end={
        <ActionIcon
          unstyled
          className={styles["button"] ?? ""}
          aria-pressed={shown}
          onClick={() => setShown((before) => !before)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
          <span className="visually-hidden">{shown ? "Hide password" : "Show password"}</span>
        </ActionIcon>
      }
    />
  );
}
