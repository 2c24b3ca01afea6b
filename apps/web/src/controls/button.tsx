import {
  Button as MantineButton,
  type ButtonProps as MantineButtonProps,
  type ElementProps,
} from "@mantine/core";
import { buttonClass, type ButtonKind } from "../ui/button.tsx";
import styles from "../ui/button.module.css";

interface ButtonProps
  extends
    Pick<MantineButtonProps, "className" | "children" | "disabled">,
    ElementProps<"button", keyof MantineButtonProps> {
  readonly kind?: ButtonKind;
  /** The action runs: the button keeps its width and its name, shows a ring and takes no further click. */
  readonly loading?: boolean;
  /** As wide as its container. */
  readonly wide?: boolean;
}

/** A button. */
export function Button({ kind = "primary", loading = false, wide = false, onClick, ...rest }: ButtonProps) {
  return (
    <MantineButton
      {...rest}
      unstyled
      classNames={{
        root: buttonClass(kind, wide),
        inner: styles["inner"] ?? "",
        label: styles["label"] ?? "",
        section: styles["section"] ?? "",
      }}
      // Not Mantine's own `loading`, which disables the button: that would throw the focus away.
      rightSection={loading && <span className={styles["ring"]} aria-hidden="true" />}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest["aria-disabled"]}
      onClick={(event) => {
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
