import type { BankLinesImported, StatementHead } from "@wattle/contracts/bank-lines";
import { LARGEST_STATEMENT_BYTES } from "@wattle/contracts/choices";
import { useId, useState, type RefObject } from "react";
import { Notice } from "../../ui/notice.tsx";
import { Button } from "../../controls/button.tsx";
import { ErrorLine } from "../../controls/error-line.tsx";
import { FileDrop } from "../../controls/file-drop.tsx";
import { callFailure, failureText } from "../../failed-call.ts";
import { trpc } from "../../trpc.ts";
import { DepositIcon } from "../../ui/icons.tsx";
import { Key } from "../parts/key.tsx";
import { RequestReference } from "../parts/request-reference.tsx";
import parts from "../parts/parts.module.css";
import styles from "./bank.module.css";
import { linesText } from "../parts/line-words.ts";
import { SayColumns } from "./say-columns.tsx";
import { beginningOf, readText, type StatementText } from "./statement-text.ts";

const ACCEPTED: Readonly<Record<string, string[]>> = {
  "text/csv": [".csv"],
  "application/vnd.ms-excel": [".csv"],
  "text/plain": [".txt", ".csv", ".sta", ".940", ".mt940", ".ofx"],
  "application/xml": [".xml"],
  "text/xml": [".xml"],
  "application/x-ofx": [".ofx", ".qfx"],
};

/** A file whose columns someone has to say, or may say again. */
interface Asked {
  readonly file: StatementText;
  readonly head: StatementHead;
  /** Whether lines of it are in. */
  readonly isIn: boolean;
}

interface Brought {
  readonly name: string;
  readonly result: BankLinesImported;
  /** Shown if the account's kept columns were used. */
  readonly byColumns?: Asked | undefined;
}

const countText = (count: number, noun: string): string =>
  `${count === 0 ? "no" : count} ${noun}${count === 1 ? "" : "s"}`;
/** 'No duplicates or errors', '12 duplicates, no errors'. */
function restText(duplicates: number, errors: number): string {
  if (duplicates + errors === 0) return "No duplicates or errors";
  return `${duplicates === 0 ? "No duplicates" : countText(duplicates, "duplicate")}, ${countText(errors, "error")}`;
}

/** Result of an import. */
function Imported({ brought, onColumns }: { readonly brought: Brought; readonly onColumns: () => void }) {
  const { name, result, byColumns } = brought;
  const { imported, duplicates, refused, warnings = [] } = result;
  return (
    <output>
      <Notice kind={refused.length > 0 || warnings.length > 0 ? "warn" : "done"}>
        <p>
          {name}: {linesText(imported)} imported. {restText(duplicates, refused.length)}.
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
        {byColumns !== undefined && (
          <p>
            Read with this account’s saved columns.{" "}
            <Button kind="quiet" className={parts["small"]} onClick={onColumns}>
              Change columns
            </Button>
          </p>
        )}
      </Notice>
    </output>
  );
}

/** Takes an account's statements. The last result stays wherever the field is. */
export function useStatement(account: string) {
  const utils = trpc.useUtils();
  const [reading, setReading] = useState<string>();
  const [brought, setBrought] = useState<Brought>();
  const [asked, setAsked] = useState<Asked>();
  const [problem, setProblem] = useState<{
    readonly text: string;
    readonly requestId?: string | undefined;
  }>();
  const { bankLines } = utils.client.ops;
  const take = async (chosen: File): Promise<void> => {
    setReading(chosen.name);
    setBrought(undefined);
    setProblem(undefined);
    try {
      const file = { name: chosen.name, content: await readText(chosen) };
      const about = { deposit_account_id: account };
      const head = await bankLines.readHead.mutate(
        { ...about, content: beginningOf(file.content) },
        { context: { quiet: true } },
      );
      if (head.needs_columns) return setAsked({ file, head, isIn: false });
      const result = await bankLines.import.mutate(
        { ...about, content: file.content },
        { context: { quiet: true } },
      );
      const isIn = result.imported + result.duplicates > 0;
      setBrought({
        name: file.name,
        result,
        byColumns: head.columns === null ? undefined : { file, head, isIn },
      });
    } catch (error) {
      const failure = callFailure(error);
      setProblem({ text: failureText(failure), requestId: failure.requestId });
    } finally {
      setReading(undefined);
      void utils.ops.invalidate();
    }
  };
  return {
    account,
    reading,
    brought,
    problem,
    asked,
    take,
    setBrought,
    setAsked,
    refuse: (reason: "kind" | "size") =>
      setProblem({
        text: reason === "size" ? "Choose a file up to 20 MB" : "Choose a CSV, CAMT.053, MT940 or OFX file",
      }),
  };
}
type Statement = ReturnType<typeof useStatement>;

interface StatementFieldProps {
  readonly statement: Statement;
  /** The work is on the lines that are there: it is a button, on which a file can be dropped. */
  readonly small: boolean;
  /** It is not known yet where it is to be. */
  readonly disabled: boolean;
  readonly onChoice: (isOpen: boolean) => void;
  readonly openRef: RefObject<(() => void) | null>;
}

/** Takes a bank's statement, dropped or chosen. */
export function StatementField({ statement, small, disabled, onChoice, openRef }: StatementFieldProps) {
  const id = useId();
  const { reading, problem, take, refuse } = statement;
  return (
    <FileDrop
      id={id}
      name="statement"
      accept={ACCEPTED}
      largest={LARGEST_STATEMENT_BYTES}
      invalid={problem !== undefined}
      describedBy={`${id}-hint`}
      disabled={disabled || reading !== undefined}
      size={small ? "button" : "area"}
      onFile={(file) => void take(file)}
      onRefused={refuse}
      onChoice={onChoice}
      openRef={openRef}
    >
      {!small && <DepositIcon size={32} />}
      <label htmlFor={id} id={`${id}-hint`} className={small ? "visually-hidden" : styles["dropHere"]}>
        <strong>Drop a bank statement here</strong>
        <span className={parts["muted"]}>CSV, CAMT.053, MT940 or OFX</span>
      </label>
      <Button
        kind={small ? "quiet" : "primary"}
        className={parts["small"]}
        disabled={disabled}
        loading={reading !== undefined}
        onClick={() => openRef.current?.()}
      >
        Import statement <Key>i</Key>
      </Button>
    </FileDrop>
  );
}

/** How far an import is, and what came of it, line by line what could not be read. */
export function StatementOutcome({ statement }: { readonly statement: Statement }) {
  const { account, reading, problem, brought, asked, setBrought, setAsked } = statement;
  return (
    <>
      {reading !== undefined && (
        <div className={styles["reading"]}>
          <span>Importing {reading}</span>
          <progress aria-label={`Importing ${reading}`} />
        </div>
      )}
      {problem !== undefined && (
        <div className={styles["drop"]}>
          <ErrorLine id="statement-error" role="alert">
            {problem.text}
          </ErrorLine>
          <RequestReference id={problem.requestId} />
        </div>
      )}
      {brought !== undefined && <Imported brought={brought} onColumns={() => setAsked(brought.byColumns)} />}
      {asked !== undefined && (
        <SayColumns
          account={account}
          file={asked.file}
          head={asked.head}
          onImported={asked.isIn ? undefined : (result) => setBrought({ name: asked.file.name, result })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
