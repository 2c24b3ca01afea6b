import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { IdentityDocument } from "@wattle/contracts/identity";
import {
  LARGEST_DOCUMENT_BYTES,
  type DocumentMediaType,
  type DocumentSide,
} from "@wattle/contracts/identity-rules";
import { useId, useRef, useState } from "react";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { ErrorLine } from "../controls/error-line.tsx";
import { FileDrop, type FileProblem } from "../controls/file-drop.tsx";
import { DoneIcon } from "../ui/icons.tsx";
import { uploadDocument, UploadError } from "./upload-document.ts";
import styles from "./document-field.module.css";

interface DocumentFieldProps {
  readonly side: DocumentSide;
  readonly label: string;
  readonly hint: string;
  readonly document: IdentityDocument | undefined;
  readonly error: string | undefined;
}

const ACCEPTED: Readonly<Record<DocumentMediaType, string[]>> = {
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
  "application/pdf": [".pdf"],
};

const PROBLEMS: Readonly<Record<FileProblem, string>> = {
  kind: OWN_MESSAGES.wrongFileType,
  size: OWN_MESSAGES.fileTooLarge,
};

/** '1.4 MB', '320 kB': for people, rounded to what matters. */
function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024
    ? `${Math.max(1, Math.round(kilobytes))} kB`
    : `${Math.round(kilobytes / 102.4) / 10} MB`;
}

/** One photo of the identity form: chosen, uploaded at once, shown with its name, replaced or taken away. */
export function DocumentField({ side, label, hint, document, error }: DocumentFieldProps) {
  const id = useId();
  const utils = trpc.useUtils();
  const open = useRef<() => void>(null);
  /** The share that has been sent, in percent; undefined while nothing is uploaded. */
  const [sent, setSent] = useState<number>();
  const uploading = sent !== undefined;
  const [problem, setProblem] = useState<string>();
  const remove = trpc.identity.removeDocument.useMutation({
    onSuccess: () => utils.identity.get.invalidate(),
    onError: (failed) => {
      alertFailure("Remove photo", failed);
    },
  });

  const upload = async (file: File): Promise<void> => {
    setProblem(undefined);
    setSent(0);
    try {
      await uploadDocument(side, file, (share) => setSent(Math.floor(share * 100)));
      await utils.identity.get.invalidate();
    } catch (failed) {
      if (!(failed instanceof UploadError)) throw failed;
      setProblem(failed.message);
    } finally {
      setSent(undefined);
    }
  };

  const shown = problem ?? (document === undefined ? error : undefined);
  return (
    <div className={styles["field"]}>
      <label className={styles["label"]} htmlFor={id}>
        {label}
      </label>
      <FileDrop
        id={id}
        name={side}
        accept={ACCEPTED}
        largest={LARGEST_DOCUMENT_BYTES}
        disabled={uploading}
        invalid={shown !== undefined}
        describedBy={`${id}-hint${shown === undefined ? "" : ` ${id}-error`}`}
        onFile={(file) => void upload(file)}
        onRefused={(reason) => setProblem(PROBLEMS[reason])}
        openRef={open}
      >
        <div className={styles["what"]}>
          {uploading ? (
            <div className={styles["sending"]}>
              <p className={styles["none"]}>{sent < 100 ? `Uploading… ${sent}%` : "Checking…"}</p>
              <progress value={sent} max={100} aria-label={`Uploading: ${label}`} />
            </div>
          ) : document === undefined ? (
            <p className={styles["none"]}>No photo yet</p>
          ) : (
            <>
              <DoneIcon />
              <p className={styles["name"]}>
                {document.file_name} <span className={styles["size"]}>{sizeText(document.bytes)}</span>
              </p>
            </>
          )}
        </div>
        <div className={styles["actions"]}>
          {document !== undefined && (
            <Button
              kind="quiet"
              loading={remove.isPending}
              onClick={() => remove.mutate({ id: document.id })}
            >
              Remove<span className="visually-hidden"> {label}</span>
            </Button>
          )}
          <Button kind="quiet" loading={uploading} onClick={() => open.current?.()}>
            {document === undefined ? "Choose" : "Replace"}
            <span className="visually-hidden"> {label}</span>
          </Button>
        </div>
      </FileDrop>
      {shown !== undefined && (
        <ErrorLine id={`${id}-error`} role="alert">
          {shown}
        </ErrorLine>
      )}
      <p id={`${id}-hint`} className={styles["hint"]}>
        {hint}
      </p>
    </div>
  );
}
