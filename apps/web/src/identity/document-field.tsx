import { dateText } from "@wattle/contracts/days";
import type { IdentityDocument } from "@wattle/contracts/identity";
import type { DocumentSide } from "@wattle/contracts/identity-rules";
import { useState } from "react";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { PhotoField } from "./photo-field.tsx";
import { uploadDocument, UploadError } from "./upload-document.ts";

interface DocumentFieldProps {
  readonly side: DocumentSide;
  readonly label: string;
  readonly hint: string;
  readonly document: IdentityDocument | undefined;
  /** The file it was sent from, where that was in this tab. */
  readonly file: File | undefined;
  readonly onSent: (document: IdentityDocument, file: File) => void;
  readonly error: string | undefined;
}

/** View of a photo: the photo itself only if it was chosen in this tab, else when it was sent. */
const photoOf = (
  { file_name: name, bytes, media_type: type, created_at }: IdentityDocument,
  file?: File,
) => ({
  name,
  bytes,
  ...(file === undefined
    ? { sentOn: dateText(Date.parse(created_at)) }
    : // No `img` shows a PDF.
      type !== "application/pdf" && { file }),
});

/** One photo of the identity form: uploaded once it is chosen, replaced or taken away. */
export function DocumentField({ side, label, hint, document, file, onSent, error }: DocumentFieldProps) {
  const utils = trpc.useUtils();
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const remove = trpc.identity.removeDocument.useMutation({
    onSuccess: () => utils.identity.get.invalidate(),
    onError: (failed) => {
      alertFailure("Remove photo", failed);
    },
  });

  const upload = async (chosen: File): Promise<void> => {
    setProblem(undefined);
    setSent(0);
    try {
      onSent(await uploadDocument(side, chosen, (share) => setSent(Math.floor(share * 100))), chosen);
      await utils.identity.get.invalidate();
    } catch (failed) {
      if (!(failed instanceof UploadError)) throw failed;
      setProblem(failed.message);
    } finally {
      setSent(undefined);
    }
  };

  return (
    <PhotoField
      name={side}
      label={label}
      hint={hint}
      photo={document === undefined ? null : photoOf(document, file)}
      sent={sent}
      problem={problem ?? error}
      onFile={(chosen) => void upload(chosen)}
      onRefused={setProblem}
      more={
        document !== undefined && (
          <Button kind="quiet" loading={remove.isPending} onClick={() => remove.mutate({ id: document.id })}>
            Remove<span className="visually-hidden"> {label}</span>
          </Button>
        )
      }
    />
  );
}
