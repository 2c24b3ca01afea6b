import type { IdentityDocument } from "@wattle/contracts/identity";
import type { DocumentSide } from "@wattle/contracts/identity-rules";
import { DocumentField } from "./document-field.tsx";
import { documentOf, type ChosenPhotos, type Documents } from "./identity-steps.ts";
import styles from "./identity-form.module.css";

interface PhotosProps {
  readonly documents: Documents;
  readonly wantsBack: boolean;
  /** Message about a missing photo. */
  readonly problems: Partial<Record<DocumentSide, string>>;
  /** One of these staff sent back. */
  readonly wrong: readonly DocumentSide[];
  readonly chosen: ChosenPhotos;
  readonly onSent: (document: IdentityDocument, file: File) => void;
}

/** The photos of the document and of its owner. */
export default function Photos({ documents, wantsBack, problems, wrong, chosen, onSent }: PhotosProps) {
  const replaceThis =
    wrong.length === 1 ? "Replace this photo" : "Replace this photo if it’s the one we mean";
  const state = (side: DocumentSide) => {
    const document = documentOf(documents, side);
    const replace = wrong.includes(side) ? replaceThis : undefined;
    return {
      side,
      document,
      file: document && chosen[document.id],
      onSent,
      error: document === undefined ? problems[side] : replace,
    };
  };
  return (
    <div className={styles["photos"]}>
      <DocumentField
        {...state("front")}
        label={wantsBack ? "Photo of the front" : "Photo of your ID"}
        hint="JPEG, PNG or PDF, up to 10 MB. All four corners, no glare, easy to read."
      />
      {wantsBack && (
        <DocumentField {...state("back")} label="Photo of the back" hint="Same again for the other side." />
      )}
      <DocumentField
        {...state("selfie")}
        label="Selfie with your ID"
        hint="Your face and your ID in one photo, both easy to see."
      />
    </div>
  );
}
