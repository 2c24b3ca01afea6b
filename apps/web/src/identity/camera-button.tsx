import type { DocumentSide } from "@wattle/contracts/identity-rules";
import { useRef } from "react";
import { Button } from "../controls/button.tsx";
import styles from "./photo-field.module.css";

interface CameraButtonProps {
  readonly side: DocumentSide;
  readonly label: string;
  readonly loading: boolean;
  readonly onFile: (file: File) => void;
}

/** Opens the camera of a phone: the one at its back for a document, the one at its front for a selfie. */
export function CameraButton({ side, label, loading, onFile }: CameraButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles["camera"]}>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png"
        capture={side === "selfie" ? "user" : "environment"}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file may be taken again after a failure.
          currentTarget.value = "";
          if (file !== undefined) onFile(file);
        }}
      />
      <Button loading={loading} onClick={() => input.current?.click()}>
        Take photo<span className="visually-hidden">: {label}</span>
      </Button>
    </div>
  );
}
