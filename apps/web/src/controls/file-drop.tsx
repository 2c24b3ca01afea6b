import { Dropzone } from "@mantine/dropzone";
import { useEffect, useEffectEvent, useImperativeHandle, type ReactNode, type RefObject } from "react";
import styles from "./file-drop.module.css";

/** Problem of a file that is not accepted. */
export type FileProblem = "kind" | "size";

interface FileDropProps {
  /** Identifier of the file input, for its label and its descriptions. */
  readonly id: string;
  readonly name: string;
  /** Media types with the endings of their files, for browsers that know no type. */
  readonly accept: Readonly<Record<string, string[]>>;
  /** In bytes. */
  readonly largest: number;
  readonly invalid: boolean;
  readonly describedBy: string;
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
  readonly onRefused: (problem: FileProblem) => void;
  /** The choice of a file has opened, or ended. A field that is taken out of the page meanwhile loses what is chosen. */
  readonly onChoice?: (isOpen: boolean) => void;
  /** Is given what opens the choice of a file, for the field's buttons: a press on the rest of it does nothing. */
  readonly openRef: RefObject<(() => void) | null>;
  /** An area with its words, or no larger than the button in it. */
  readonly size?: "area" | "button";
  readonly children: ReactNode;
}

/** A field for one file, which is chosen, photographed or dropped on it; of several dropped at once it takes the first. */
export function FileDrop({
  id,
  name,
  accept,
  largest,
  invalid,
  describedBy,
  disabled,
  onFile,
  onRefused,
  onChoice,
  openRef,
  size,
  children,
}: FileDropProps) {
  // The library gives its own while it renders, also when that rendering is thrown away: it would open a field that is nowhere.
  useImperativeHandle(
    openRef,
    () => () => document.querySelector<HTMLElement>(`#${CSS.escape(id)}`)?.click(),
    [id],
  );
  const end = useEffectEvent(() => onChoice?.(false));
  useEffect(() => {
    const input = document.querySelector(`#${CSS.escape(id)}`);
    const onEnd = (): void => end();
    for (const event of ["change", "cancel"]) input?.addEventListener(event, onEnd);
    return () => {
      for (const event of ["change", "cancel"]) input?.removeEventListener(event, onEnd);
    };
  }, [id]);
  return (
    <Dropzone
      name={name}
      accept={accept}
      maxSize={largest}
      multiple={false}
      disabled={disabled}
      activateOnClick={false}
      activateOnKeyboard={false}
      onDrop={([file]) => file !== undefined && onFile(file)}
      onReject={(refused) => {
        const codes = refused.flatMap(({ errors }) => errors.map(({ code }) => code));
        if (codes.includes("file-invalid-type")) onRefused("kind");
        else if (codes.includes("file-too-large")) onRefused("size");
      }}
      inputProps={{
        id,
        // The field's label names it, not the library's English.
        "aria-label": undefined,
        "aria-describedby": describedBy,
        "aria-invalid": invalid || undefined,
        // The same file may be chosen again after a failure.
        onClick: ({ currentTarget }) => {
          currentTarget.value = "";
          onChoice?.(true);
        },
      }}
      unstyled
      classNames={{ root: styles["drop"] ?? "", inner: styles["inner"] ?? "" }}
      data-size={size}
      data-invalid={invalid || undefined}
    >
      {children}
    </Dropzone>
  );
}
