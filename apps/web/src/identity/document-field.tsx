import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { IdentityDocument } from "@wattle/contracts/identity";
import { LARGEST_DOCUMENT_BYTES, type DocumentSide } from "@wattle/contracts/identity-rules";
import { useId, useRef, useState } from "react";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { AlertIcon, DoneIcon } from "../ui/icons.tsx";
import { uploadDocument, UploadError } from "./upload-document.ts";
import styles from "./document-field.module.css";

interface DocumentFieldProps {
  readonly side: DocumentSide;
  readonly label: string;
  readonly hint: string;
  readonly document: IdentityDocument | undefined;
  readonly error: string | undefined;
}

const ACCEPTED = "image/jpeg,image/png,application/pdf";

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
  const input = useRef<HTMLInputElement>(null);
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

  const choose = async (file: File): Promise<void> => {
    if (file.size > LARGEST_DOCUMENT_BYTES) {
      setProblem(OWN_MESSAGES.fileTooLarge);
      return;
    }
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
      <div className={styles["row"]} data-invalid={shown !== undefined || undefined}>
        <div className={styles["what"]}>
          {uploading ? (
            <div className={styles["sending"]}>
              <p className={styles["none"]}>{sent < 100 ? `Uploading… ${sent} %` : "Checking…"}</p>
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
          <Button kind="quiet" loading={uploading} onClick={() => input.current?.click()}>
            {document === undefined ? "Choose" : "Replace"}
            <span className="visually-hidden"> {label}</span>
          </Button>
        </div>
      </div>
      <input
        ref={input}
        id={id}
        name={side}
        type="file"
        className="visually-hidden"
        accept={ACCEPTED}
        tabIndex={-1}
        aria-describedby={`${id}-hint${shown === undefined ? "" : ` ${id}-error`}`}
        aria-invalid={shown === undefined ? undefined : true}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file may be chosen again after a failure.
          if (file !== undefined) void choose(file).finally(() => (currentTarget.value = ""));
        }}
      />
      {shown !== undefined && (
        <p id={`${id}-error`} className={styles["error"]} role="alert">
          <AlertIcon size={16} />
          <span>{shown}</span>
        </p>
      )}
      <p id={`${id}-hint`} className={styles["hint"]}>
        {hint}
      </p>
    </div>
  );
}
