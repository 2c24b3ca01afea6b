import { useHydrated } from "@tanstack/react-router";
import { useState } from "react";
import { AccountFrame, formClass } from "../accounts/account-frame.tsx";
import { Notice } from "../ui/notice.tsx";
import { useBrand } from "../brand/brand.tsx";
import { Button } from "../controls/button.tsx";
import { Form } from "../ui/form.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { PhotoField } from "../identity/photo-field.tsx";
import { uploadRecoveryPhoto, UploadError } from "../identity/upload-document.ts";

/** Page on which someone who lost the second factor sends a new photo, by a mailed link. */
export function RecoverPage({ token }: { readonly token: string }) {
  const hydrated = useHydrated();
  const { times } = useBrand();
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  /** The share that has been sent, in percent; undefined while nothing is. */
  const [sent, setSent] = useState<number>();
  const [done, setDone] = useState<string>();

  const send = async (): Promise<void> => {
    if (sent !== undefined) return;
    if (file === undefined) return setProblem("Choose a photo");
    setProblem(undefined);
    setSent(0);
    try {
      setDone(await uploadRecoveryPhoto(token, file, (share) => setSent(Math.floor(share * 100))));
    } catch (failed) {
      if (!(failed instanceof UploadError)) throw failed;
      setProblem(failed.message);
    } finally {
      setSent(undefined);
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
            Take a new photo of yourself holding the ID you verified with. Our team checks that it’s you.{" "}
            {times.checked}. Two-step login is turned off 72 hours after that.
          </p>
          <PhotoField
            name="selfie"
            label="Selfie with your ID"
            hint="JPEG, PNG or PDF, up to 10 MB. Your face and your ID in one photo, both easy to see."
            photo={file === undefined ? null : { name: file.name, bytes: file.size }}
            sent={sent}
            problem={problem}
            onFile={(chosen) => {
              setFile(chosen);
              setProblem(undefined);
            }}
            onRefused={setProblem}
          />
          <Button type="submit" kind="accent" wide loading={sent !== undefined}>
            Send photo
          </Button>
        </Form>
      )}
    </AccountFrame>
  );
}
