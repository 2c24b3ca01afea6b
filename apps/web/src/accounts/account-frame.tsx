import type { ReactNode } from "react";
import { MantineFrame } from "../controls/theme/frame.tsx";
import { Card } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { Guilloche } from "../ui/guilloche.tsx";
import styles from "./account-frame.module.css";

interface AccountFrameProps {
  /** The page's route name, which seeds the line-work. */
  readonly seed: string;
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Shown under a hairline at the card's end: other ways to go. */
  readonly more?: ReactNode;
  /** Next to the card if there is room, below it where not. */
  readonly companion?: ReactNode;
  /** Two fields a row, each as wide as ever, if there is room for both and the companion. */
  readonly paired?: boolean;
  readonly children: ReactNode;
}

/** The frame of the account pages: one card on the petrol field. */
export function AccountFrame({ seed, title, lead, more, companion, paired, children }: AccountFrameProps) {
  return (
    <MantineFrame>
      <div
        className={classNames(
          styles["page"],
          companion !== undefined && styles["split"],
          paired && styles["paired"],
        )}
      >
        <div className={styles["art"]} aria-hidden="true">
          <Guilloche seed={seed} className={styles["figure"]} />
        </div>
        <Card className={styles["card"]} floating>
          <h1 className={styles["title"]}>{title}</h1>
          {lead !== undefined && <div className={styles["lead"]}>{lead}</div>}
          {children}
          {more !== undefined && <div className={styles["more"]}>{more}</div>}
        </Card>
        {companion !== undefined && <div className={styles["companion"]}>{companion}</div>}
      </div>
    </MantineFrame>
  );
}

/** The class of a form within the frame. */
export const formClass = styles["form"];
