import { Radio } from "@mantine/core";
import { useId, type ReactNode } from "react";
import styles from "./radio-card.module.css";

interface RadioCardProps {
  /** Name of the group: one of the cards with one name is chosen. */
  readonly name: string;
  readonly value: string;
  readonly title: ReactNode;
  readonly about: ReactNode;
  /** At the end of the card's line. */
  readonly aside: ReactNode;
  readonly checked: boolean;
  readonly onChoose: () => void;
}

const NoIcon = () => null;

/** One of several ways, as a card that can be pressed anywhere. */
export function RadioCard({ title, about, aside, onChoose, ...input }: RadioCardProps) {
  const id = useId();
  return (
    <Radio
      {...input}
      id={id}
      onChange={onChoose}
      label={
        <>
          <span className={styles["words"]}>
            <span className={styles["title"]}>{title}</span>
            <span className={styles["about"]}>{about}</span>
          </span>
          <span className={styles["aside"]}>{aside}</span>
        </>
      }
      icon={NoIcon}
      unstyled
      classNames={{
        root: styles["card"] ?? "",
        body: styles["body"] ?? "",
        radio: styles["radio"] ?? "",
        labelWrapper: styles["bare"] ?? "",
        label: styles["label"] ?? "",
      }}
    />
  );
}
