import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { ErrorLine } from "../controls/error-line.tsx";
import { showAlert } from "../ui/alert-store.ts";
import { saveFile } from "../ui/save-file.ts";
import { fetchOwnData } from "./fetch-data.ts";
import styles from "../ui/settings.module.css";

const ERROR_ID = "own-data-error";

/** A copy of everything that is kept about the customer, to download. */
export function OwnData() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const download = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const file = await fetchOwnData();
      if (file === undefined) return;
      saveFile(file.name, file.content, "application/zip");
      showAlert({ type: "success", text: "Your data was downloaded" });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles["form"]}>
      <p className={styles["lead"]}>
        Your details, photos, logins, bank accounts and transactions, as a ZIP file. Keep it safe: anyone who
        has it can read it.
      </p>
      {failure !== undefined && (
        <ErrorLine id={ERROR_ID} role="alert">
          {failure}
        </ErrorLine>
      )}
      <div>
        <Button
          loading={busy}
          aria-describedby={failure === undefined ? undefined : ERROR_ID}
          onClick={() => void download()}
        >
          Download your data
        </Button>
      </div>
    </div>
  );
}
