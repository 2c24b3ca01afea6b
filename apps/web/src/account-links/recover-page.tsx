import { useHydrated } from "@tanstack/react-router";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { LARGEST_DOCUMENT_BYTES } from "@wattle/contracts/identity-rules";
import { useId, useState } from "react";
import { AccountFrame, formClass } from "../accounts/account-frame.tsx";
import { Notice } from "../accounts/notice.tsx";
import { useBrand } from "../brand/brand.tsx";
import { Button } from "../controls/button.tsx";
import { Form } from "../ui/form.tsx";
import { AlertIcon } from "../ui/icons.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { uploadRecoveryPhoto, UploadError } from "../identity/upload-document.ts";
import styles from "./recover-page.module.css";

const ACCEPT = "image/jpeg,image/png,application/pdf";

/** Where someone who lost the second factor sends a new photo, by a mailed link. */
export function RecoverPage({ token }: { readonly token: string }) {
  const id = useId();
  const hydrated = useHydrated();
  const { times } = useBrand();
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const [done, setDone] = useState<string>();

  const choose = (chosen: File | undefined): void => {
    setFile(chosen);
    setProblem(
      chosen !== undefined && chosen.size > LARGEST_DOCUMENT_BYTES ? OWN_MESSAGES.fileTooLarge : undefined,
    );
  };
  const send = async (): Promise<void> => {
    if (sending || problem !== undefined) return;
    if (file === undefined) return setProblem("Choose a photo");
    setSending(true);
    try {
      setDone(await uploadRecoveryPhoto(token, file));
    } catch (failed) {
      if (!(failed instanceof UploadError)) throw failed;
      setProblem(failed.message);
    } finally {
      setSending(false);
    }
  };

  return (
    <AccountFrame
      seed="auth.recover"
      title="Recover your account"
      more={<SiteLink to="/support">Contact support</SiteLink>}
    >
      {done !== undefined ? (
        <Notice kind="done">
          <output>{done}</output>
          <p>Found your app or a recovery code? Log in with it to stop recovery.</p>
        </Notice>
      ) : hydrated && token === "" ? (
        <Notice kind="warn">
          <p>This link no longer works. Links work once, for an hour. Log in to get a new one.</p>
        </Notice>
      ) : (
        <Form className={formClass} onSubmit={() => void send()}>
          <p>
            Take a new photo of yourself holding the ID you verified with. Our team compares it with the one
            we have. {times.checked}. Two-step login is turned off 72 hours after that.
          </p>
          <div className={styles["field"]}>
            <label htmlFor={id}>Selfie with your ID</label>
            <input
              id={id}
              type="file"
              accept={ACCEPT}
              disabled={sending}
              aria-invalid={problem !== undefined}
              aria-describedby={problem === undefined ? undefined : `${id}-error`}
              onChange={(event) => choose(event.currentTarget.files?.[0])}
            />
            {problem !== undefined && (
              <p id={`${id}-error`} className={styles["error"]} role="alert">
                <AlertIcon size={16} />
                <span>{problem}</span>
              </p>
            )}
          </div>
          <Button type="submit" kind="accent" wide loading={sending}>
            Send photo
          </Button>
        </Form>
      )}
    </AccountFrame>
  );
}
