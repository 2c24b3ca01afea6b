import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "./class-names.ts";
import styles from "./button.module.css";

/**
 * `primary` is the brand's colour, `accent` the gold of the one action that matters on a screen, `plain` only text,
 * `link` a line of text that looks like one.
 */
export type ButtonKind = "primary" | "accent" | "quiet" | "plain" | "link" | "danger";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind;
  /** The action runs: the button keeps its width and its name, shows a ring and takes no further click. */
  readonly loading?: boolean;
  /** As wide as its container. */
  readonly wide?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly children: ReactNode;
}

/** The looks of a button, for links that act as one. */
export function buttonClass(kind: ButtonKind = "primary", wide = false): string {
  return classNames(styles["button"], styles[kind], wide && styles["wide"]);
}

export function Button({
  kind = "primary",
  loading = false,
  wide = false,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass(kind, wide), className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest["aria-disabled"]}
      onClick={(event) => {
        // Not `disabled` while it runs: that would throw the focus away.
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={styles["label"]}>{children}</span>
      {loading && <span className={styles["ring"]} aria-hidden="true" />}
    </button>
  );
}
