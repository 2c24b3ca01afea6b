import type { DocumentSide } from "@wattle/contracts/identity-rules";
import { DocumentField } from "./document-field.tsx";
import { documentOf, type Documents } from "./identity-steps.ts";
import styles from "./identity-form.module.css";

interface PhotosProps {
  readonly documents: Documents;
  readonly wantsBack: boolean;
  readonly problems: Partial<Record<DocumentSide, string>>;
}

/** The photos of the document and of its owner. */
export default function Photos({ documents, wantsBack, problems }: PhotosProps) {
  return (
    <div className={styles["photos"]}>
      <DocumentField
        side="front"
        label={wantsBack ? "Photo of the front" : "Photo of your ID"}
        hint="JPEG, PNG or PDF, up to 10 MB. All four corners, no glare, easy to read."
        document={documentOf(documents, "front")}
        error={problems.front}
      />
      {wantsBack && (
        <DocumentField
          side="back"
          label="Photo of the back"
          hint="Same again for the other side."
          document={documentOf(documents, "back")}
          error={problems.back}
        />
      )}
      <DocumentField
        side="selfie"
        label="Selfie with your ID"
        hint="Your face and your ID in one photo, both easy to see."
        document={documentOf(documents, "selfie")}
        error={problems.selfie}
      />
    </div>
  );
}
