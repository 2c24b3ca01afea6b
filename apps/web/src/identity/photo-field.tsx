import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import {
  LARGEST_DOCUMENT_BYTES,
  type DocumentMediaType,
  type DocumentSide,
} from "@wattle/contracts/identity-rules";
import { useId, useRef, type ReactNode } from "react";
import { Button } from "../controls/button.tsx";
import { ErrorLine } from "../controls/error-line.tsx";
import { FileDrop, type FileProblem } from "../controls/file-drop.tsx";
import { CameraButton } from "./camera-button.tsx";
import { ChosenPhoto } from "./chosen-photo.tsx";
import { PhotoOutline } from "./photo-outline.tsx";
import styles from "./photo-field.module.css";

interface PhotoShown {
  readonly name: string;
  readonly bytes: number;
  /** To be shown; without one there is its outline. */
  readonly file?: File;
  /** `21 Nov 2026`: the day of a photo that was sent before. */
  readonly sentOn?: string;
}

interface PhotoFieldProps {
  /** Which photo it is, and the name of its input. */
  readonly name: DocumentSide;
  readonly label: string;
  readonly hint: string;
  /** The photo that there is; null for none yet. */
  readonly photo: PhotoShown | null;
  /** The share that has been sent, in percent; undefined while nothing is uploaded. */
  readonly sent: number | undefined;
  readonly problem: string | undefined;
  readonly onFile: (file: File) => void;
  /** A file that cannot be taken was chosen. @param problem what is wrong with it */
  readonly onRefused: (problem: string) => void;
  /** Other acts on the photo. */
  readonly more?: ReactNode;
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

/** A photo of a document or its owner: chosen or dropped, shown with its name, and replaced. */
export function PhotoField({
  name,
  label,
  hint,
  photo,
  sent,
  problem,
  onFile,
  onRefused,
  more,
}: PhotoFieldProps) {
  const id = useId();
  const open = useRef<() => void>(null);
  const uploading = sent !== undefined;
  /** There is none yet, or another one is needed. */
  const isWanted = photo === null || problem !== undefined;
  return (
    <div className={styles["field"]}>
      <label className={styles["label"]} htmlFor={id}>
        {label}
      </label>
      <FileDrop
        id={id}
        name={name}
        accept={ACCEPTED}
        largest={LARGEST_DOCUMENT_BYTES}
        disabled={uploading}
        invalid={problem !== undefined}
        describedBy={`${id}-hint${problem === undefined ? "" : ` ${id}-error`}`}
        onFile={onFile}
        onRefused={(reason) => onRefused(PROBLEMS[reason])}
        openRef={open}
      >
        <div className={styles["what"]}>
          {photo?.file === undefined ? (
            <PhotoOutline side={name} className={styles["frame"]} />
          ) : (
            <ChosenPhoto file={photo.file} name={photo.name} className={styles["frame"]} />
          )}
          {uploading ? (
            <div className={styles["sending"]}>
              <p className={styles["none"]}>{sent < 100 ? `Uploading… ${sent}%` : "Checking…"}</p>
              <progress value={sent} max={100} aria-label={`Uploading: ${label}`} />
            </div>
          ) : photo === null ? (
            <p className={styles["none"]}>No photo yet</p>
          ) : (
            <p className={styles["name"]}>
              {photo.name} <span className={styles["size"]}>{sizeText(photo.bytes)}</span>
              {photo.sentOn !== undefined && <span className={styles["sent"]}>Sent on {photo.sentOn}.</span>}
            </p>
          )}
        </div>
        <div className={styles["actions"]}>
          {isWanted && (
            <CameraButton
              side={name}
              label={label}
              loading={uploading}
              onFile={(file) =>
                file.size > LARGEST_DOCUMENT_BYTES ? onRefused(PROBLEMS.size) : onFile(file)
              }
            />
          )}
          {more}
          <Button kind="quiet" loading={uploading} onClick={() => open.current?.()}>
            {photo === null ? "Choose" : "Replace"}
            <span className="visually-hidden"> {label}</span>
          </Button>
        </div>
      </FileDrop>
      {problem !== undefined && (
        <ErrorLine id={`${id}-error`} role="alert">
          {problem}
        </ErrorLine>
      )}
      <p id={`${id}-hint`} className={styles["hint"]}>
        {hint}
      </p>
    </div>
  );
}
