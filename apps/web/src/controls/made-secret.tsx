import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { CopyRow } from "./copy-row.tsx";
import styles from "./made-secret.module.css";

interface MadeSecretProps {
  readonly title: string;
  /** Name of the secret for copying. */
  readonly label: string;
  readonly secret: string;
  readonly onDone: () => void;
  /** Its purpose, and that it is not shown again. */
  readonly children: ReactNode;
  /** Further acts with it while it is shown. */
  readonly acts?: ReactNode;
}

/** The one time that a secret is shown. */
export function MadeSecret({ title, label, secret, onDone, children, acts }: MadeSecretProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles["made"]} aria-labelledby="made-secret">
      <h2 id="made-secret" ref={heading} tabIndex={-1} className={styles["title"]}>
        {title}
      </h2>
      <p>{children}</p>
      <CopyRow code label={label} value={secret} />
      <div className={styles["acts"]}>
        <Button onClick={onDone}>I’ve copied it</Button>
        {acts}
      </div>
    </section>
  );
}
