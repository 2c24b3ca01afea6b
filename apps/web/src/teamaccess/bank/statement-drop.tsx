import { LARGEST_STATEMENT_BYTES, type BankLinesImported } from "@wattle/contracts/bank-lines";
import { useId, useState, type RefObject } from "react";
import { Notice } from "../../accounts/notice.tsx";
import { Button } from "../../controls/button.tsx";
import { ErrorLine } from "../../controls/error-line.tsx";
import { FileDrop } from "../../controls/file-drop.tsx";
import { callFailure, failureText } from "../../failed-call.ts";
import { trpc } from "../../trpc.ts";
import { Key } from "../parts/key.tsx";
import parts from "../parts/parts.module.css";
import styles from "./bank.module.css";
import { linesText } from "./line-words.ts";

const ACCEPTED: Readonly<Record<string, string[]>> = {
  "text/csv": [".csv"],
  "application/vnd.ms-excel": [".csv"],
  "text/plain": [".txt", ".csv", ".sta", ".940", ".mt940", ".ofx"],
  "application/xml": [".xml"],
  "text/xml": [".xml"],
  "application/x-ofx": [".ofx", ".qfx"],
};

/** A statement's text: UTF-8, or where it is none, as older programs of banks write it. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** What an import has brought. */
function Imported({ name, result }: { readonly name: string; readonly result: BankLinesImported }) {
  const { imported, duplicates, refused, warnings = [] } = result;
  return (
    <output>
      <Notice kind={refused.length > 0 || warnings.length > 0 ? "warn" : "done"}>
        <p>
          {name}: {linesText(imported)} in, {duplicates === 0 ? "none" : duplicates} known already,{" "}
          {refused.length === 0 ? "none" : refused.length} not read.
        </p>
        {refused.length + warnings.length > 0 && (
          <ul className={styles["reasons"]}>
            {refused.map(({ line, reason }) => (
              <li key={line}>
                Line {line}: {reason}
              </li>
            ))}
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
      </Notice>
    </output>
  );
}

interface StatementDropProps {
  readonly account: string;
  readonly openRef: RefObject<(() => void) | null>;
}

/** Takes a bank's statement, dropped or chosen, and says line by line what could not be read. */
export function StatementDrop({ account, openRef }: StatementDropProps) {
  const utils = trpc.useUtils();
  const id = useId();
  const [reading, setReading] = useState<string>();
  const [result, setResult] = useState<{ readonly name: string; readonly result: BankLinesImported }>();
  const [problem, setProblem] = useState<string>();
  const take = async (file: File): Promise<void> => {
    setReading(file.name);
    setResult(undefined);
    setProblem(undefined);
    try {
      const input = { deposit_account_id: account, content: await textOf(file) };
      const imported = await utils.client.ops.bankLines.import.mutate(input, { context: { quiet: true } });
      setResult({ name: file.name, result: imported });
    } catch (error) {
      setProblem(failureText(callFailure(error)));
    } finally {
      setReading(undefined);
      void utils.ops.invalidate();
    }
  };
  return (
    <div className={styles["drop"]}>
      <FileDrop
        id={id}
        name="statement"
        accept={ACCEPTED}
        largest={LARGEST_STATEMENT_BYTES}
        invalid={problem !== undefined}
        describedBy={`${id}-hint`}
        disabled={reading !== undefined}
        onFile={(file) => void take(file)}
        onRefused={(reason) =>
          setProblem(
            reason === "size" ? "Choose a file up to 20 MB" : "Choose a CSV, CAMT.053, MT940 or OFX file",
          )
        }
        openRef={openRef}
      >
        {reading === undefined ? (
          <label htmlFor={id} id={`${id}-hint`} className={parts["muted"]}>
            Statement: drop a CSV, CAMT.053, MT940 or OFX file here
          </label>
        ) : (
          <div className={styles["reading"]}>
            <label htmlFor={id} id={`${id}-hint`}>
              Importing {reading}
            </label>
            <progress aria-label={`Importing ${reading}`} />
          </div>
        )}
        <Button
          kind="quiet"
          className={parts["small"]}
          loading={reading !== undefined}
          onClick={() => openRef.current?.()}
        >
          Choose statement <Key>i</Key>
        </Button>
      </FileDrop>
      {problem !== undefined && (
        <ErrorLine id={`${id}-error`} role="alert">
          {problem}
        </ErrorLine>
      )}
      {result !== undefined && <Imported {...result} />}
    </div>
  );
}
