import { useEffect, useRef, useState } from "react";
import { Button } from "../controls/button.tsx";
import { Checkbox } from "../controls/checkbox.tsx";
import { useCopy } from "../controls/use-copy.ts";
import { saveFile } from "../ui/save-file.ts";
import styles from "./two-step-login.module.css";

const FILE_NAME = "recovery-codes.txt";

const download = (codes: readonly string[]): void =>
  saveFile(FILE_NAME, `${codes.join("\n")}\n`, "text/plain");

/** Recovery codes, the only time they are shown. */
export function RecoveryCodeList({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  const head = useRef<HTMLHeadingElement>(null);
  const { copy, copied } = useCopy();
  /** They have left the page, in one of our ways or by hand. */
  const [isKept, setKept] = useState(false);
  const keep = (how: () => void) => () => {
    how();
    setKept(true);
  };
  if (copied && !isKept) setKept(true);
  useEffect(() => head.current?.focus(), []);
  return (
    <div className={styles["scan"]}>
      <div className={styles["codes"]}>
        <h3 ref={head} tabIndex={-1}>
          Save your recovery codes
        </h3>
        <p>Each works once, and you won’t see them again. Use one if you lose your phone.</p>
        <ul>
          {codes.map((code) => (
            <li key={code} translate="no">
              {code}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles["actions"]}>
        <Button kind="quiet" onClick={keep(() => download(codes))}>
          Download codes
        </Button>
        <Button kind="quiet" onClick={() => copy(codes.join("\n"))}>
          {copied ? "Copied" : "Copy codes"}
        </Button>
        <Button kind="quiet" onClick={keep(() => window.print())}>
          Print codes
        </Button>
        <Checkbox name="kept" label="I have a copy of these codes" checked={isKept} onChange={setKept} />
        <Button wide disabled={!isKept} onClick={onDone}>
          I’ve saved them
        </Button>
      </div>
    </div>
  );
}
