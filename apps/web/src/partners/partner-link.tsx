import { QrCode } from "../ui/qr-code.tsx";
import { CopyRow } from "../controls/copy-row.tsx";
import styles from "./partner-link.module.css";

interface PartnerLinkProps {
  /** Null where the partner has been given none. */
  readonly link: string | null;
  readonly failed: boolean;
}

/** The link that binds new customers to the partner: to copy, and to be scanned. */
export function PartnerLink({ link, failed }: PartnerLinkProps) {
  if (link === null) {
    return (
      <p className={styles["words"]}>
        {failed
          ? "Your link could not be read. Reload the page to try again."
          : "You have no link yet. Write to support and we make you one."}
      </p>
    );
  }
  return (
    <div className={styles["link"]}>
      <CopyRow label="Link" value={link} />
      <div className={styles["beside"]}>
        <p className={styles["words"]}>
          Send it, print it, or let people scan the code. An account opened through it is bound to you once
          and for good; your own accounts do not count.
        </p>
        <QrCode label="Your link as a QR code" text={link} />
      </div>
    </div>
  );
}
