import type { ReactNode } from "react";
import { Skeleton } from "../../controls/skeleton.tsx";
import { Card } from "../../ui/card.tsx";
import styles from "./parts.module.css";

interface ScreenProps {
  readonly title: string;
  /** State of what the screen is about, next to its title. */
  readonly state?: ReactNode;
  /** Shown at the end of the title's line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A screen of the desk under its heading. */
export function Screen({ title, state, aside, children }: ScreenProps) {
  return (
    <div className={styles["screen"]}>
      <header className={styles["head"]}>
        <h1>{title}</h1>
        {state !== undefined && <div className={styles["state"]}>{state}</div>}
        {aside}
      </header>
      {children}
    </div>
  );
}

/** A screen whose content is on its way. All of it comes at once: parts that came one by one would push each other down. */
export function ScreenAhead({ title }: Pick<ScreenProps, "title">) {
  return (
    <Screen title={title}>
      <RowsAhead count={8} />
    </Screen>
  );
}

/** Keeps the place of a list: its head and its rows. */
export const RowsAhead = ({ count }: { readonly count: number }) => (
  <div className={styles["rowsAhead"]} aria-hidden="true">
    {Array.from({ length: count }, (_, at) => (
      <div key={at}>
        <Skeleton lines={1} />
      </div>
    ))}
  </div>
);

/** Keeps the place of cards next to each other. */
export const CardsAhead = ({ count }: { readonly count: number }) => (
  <div className={styles["cardsAhead"]} aria-hidden="true">
    {Array.from({ length: count }, (_, at) => (
      <Card key={at}>
        <Skeleton lines={6} />
      </Card>
    ))}
  </div>
);
