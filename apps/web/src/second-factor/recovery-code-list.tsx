import { useEffect, useRef } from "react";
import settings from "../accounts/settings.module.css";
import { Button } from "../controls/button.tsx";
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
  useEffect(() => head.current?.focus(), []);
  return (
    <div className={settings["form"]}>
      <div className={styles["codes"]}>
        <h4 ref={head} tabIndex={-1}>
          Save your recovery codes
        </h4>
        <p>Each works once, and you won’t see them again. Use one if you lose your phone.</p>
        <ul>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={styles["actions"]}>
        <Button kind="quiet" onClick={() => download(codes)}>
          Download codes
        </Button>
        <Button kind="quiet" onClick={() => window.print()}>
          Print codes
        </Button>
        <Button onClick={onDone}>I’ve saved them</Button>
      </div>
    </div>
  );
}
