import { QrCode } from "../ui/qr-code.tsx";
import { Fold } from "../ui/fold.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import { CopyRow } from "../controls/copy-row.tsx";
import styles from "./partner-link.module.css";

interface PartnerLinkProps {
  /** Null if the partner has been given none. */
  readonly link: string | null;
}

/** The link that binds new customers to the partner: to copy, and to be scanned. */
export function PartnerLink({ link }: PartnerLinkProps) {
  const narrow = useNarrow();
  if (link === null) {
    return <p className={styles["words"]}>You don’t have a link yet. Contact support to get one.</p>;
  }
  const code = <QrCode label="Your link as a QR code" text={link} />;
  return (
    <div className={styles["link"]}>
      <CopyRow code label="Link" value={link} />
      <p className={styles["words"]}>
        Send it, print it, or let people scan the code. Everyone who signs up with it is linked to you for
        good. Your own accounts don’t count.
      </p>
      {narrow ? <Fold summary="Show the QR code">{code}</Fold> : code}
    </div>
  );
}
