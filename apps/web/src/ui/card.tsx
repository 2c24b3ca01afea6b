import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./card.module.css";

interface CardProps {
  /** The one floating thing of a screen casts the shadow. */
  readonly floating?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The looks of a card, for other elements. */
export const cardClass = (floating = false): string =>
  classNames(styles["card"], floating && styles["floating"]);

/** A plain surface with room inside. */
export function Card({ floating, className, children }: CardProps) {
  return <div className={classNames(cardClass(floating), className)}>{children}</div>;
}
