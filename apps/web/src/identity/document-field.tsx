import type { IdentityDocument } from "@wattle/contracts/identity";
import type { DocumentSide } from "@wattle/contracts/identity-rules";
import { useState } from "react";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { Button } from "../controls/button.tsx";
import { PhotoField } from "./photo-field.tsx";
import { keepShown, photoAddress } from "./photo-address.ts";
import { uploadDocument, UploadError } from "./upload-document.ts";

interface DocumentFieldProps {
  readonly side: DocumentSide;
  readonly label: string;
  readonly hint: string;
  readonly document: IdentityDocument | undefined;
  readonly error: string | undefined;
}

/** One photo of the identity form: uploaded once it is chosen, replaced or taken away. */
export function DocumentField({ side, label, hint, document, error }: DocumentFieldProps) {
  const utils = trpc.useUtils();
  const [sent, setSent] = useState<number>();
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
      const { id } = await uploadDocument(side, file, (share) => setSent(Math.floor(share * 100)));
      keepShown(id, file);
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
      photo={
        document === undefined
          ? null
          : { name: document.file_name, bytes: document.bytes, address: photoAddress(document) }
      }
      sent={sent}
      problem={problem ?? error}
      onFile={(file) => void upload(file)}
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
