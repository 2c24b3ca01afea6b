import { useId, useRef, useState, type ReactNode } from "react";
import { Button } from "../../controls/button.tsx";
import { ErrorLine } from "../../controls/error-line.tsx";
import { FileDrop, type FileProblem } from "../../controls/file-drop.tsx";
import parts from "./parts.module.css";

/** Files that a field takes. */
export interface FileKind {
  /** Media types with the endings of their files. */
  readonly accept: Readonly<Record<string, string[]>>;
  /** In bytes. */
  readonly largest: number;
  /** Said of a file that is not taken. */
  readonly problems: Readonly<Record<FileProblem, string>>;
}

interface FileFieldProps extends FileKind {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error: string | undefined;
  readonly isChosen: boolean;
  /** @param content the bytes in base64; empty if the file was not taken */
  readonly onChange: (content: string) => void;
  /** The focus begins there. */
  readonly begins: boolean;
}

const PIECE = 0x80_00;

/** The bytes of a file in base64. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let from = 0; from < bytes.length; from += PIECE)
    text += String.fromCodePoint(...bytes.subarray(from, from + PIECE));
  return btoa(text);
}

/** A file that is chosen or dropped, with its name. */
export function FileField(props: FileFieldProps) {
  const { name, label, hint, error, isChosen, onChange, begins, accept, largest, problems } = props;
  const id = useId();
  const open = useRef<() => void>(null);
  const [file, setFile] = useState<string>();
  const [refused, setRefused] = useState<FileProblem>();
  const problem = refused === undefined ? error : problems[refused];
  const take = async (chosen: File): Promise<void> => {
    setRefused(undefined);
    setFile(chosen.name);
    onChange(await base64Of(chosen));
  };
  return (
    <div className={parts["fileField"]}>
      <label htmlFor={id}>{label}</label>
      <FileDrop
        id={id}
        name={name}
        accept={accept}
        largest={largest}
        disabled={false}
        invalid={problem !== undefined}
        describedBy={`${id}-hint${problem === undefined ? "" : ` ${id}-error`}`}
        onFile={(chosen) => void take(chosen)}
        onRefused={(reason) => {
          setRefused(reason);
          setFile(undefined);
          onChange("");
        }}
        openRef={open}
      >
        <span className={parts["roomy"]}>{isChosen && file !== undefined ? file : "No file yet"}</span>
        <Button
          kind="quiet"
          className={parts["small"]}
          data-autofocus={begins || undefined}
          onClick={() => open.current?.()}
        >
          {isChosen ? "Choose another file" : "Choose a file"}
        </Button>
      </FileDrop>
      {problem !== undefined && (
        <ErrorLine id={`${id}-error`} {...(refused !== undefined && { role: "alert" as const })}>
          {problem}
        </ErrorLine>
      )}
      <p id={`${id}-hint`} className={parts["muted"]}>
        {hint}
      </p>
    </div>
  );
}
