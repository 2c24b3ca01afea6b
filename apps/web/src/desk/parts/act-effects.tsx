import type { ActPreview } from "@wattle/contracts/approvals";
import type { ReactNode } from "react";
import parts from "./parts.module.css";

/** Part of what both people read, under its heading. */
function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={parts["label"]}>{title}</h3>
      {children}
    </section>
  );
}

/** A text for the customer, as it will show. */
export function CustomerReads({ children }: { readonly children: ReactNode }) {
  return (
    <Part title="What the customer will read">
      <div className={parts["reads"]}>{children}</div>
    </Part>
  );
}

interface ActEffectsProps extends Pick<ActPreview, "changes" | "reads" | "reasons"> {
  /** Heading of the changes. */
  readonly title: string;
}

/** Effects of an act, as both people read them: why it needs two, what changes, and what the customer reads. */
export function ActEffects({ changes, reads, reasons, title }: ActEffectsProps) {
  return (
    <>
      {changes.length > 0 && (
        <Part title={title}>
          <dl className={parts["changes"]}>
            {changes.map(({ what, before, after, now }) => (
              <div key={what} className={parts["change"]}>
                <dt>{now ? `${what}, as of now` : what}</dt>
                <dd>{before}</dd>
                <dd aria-hidden="true">→</dd>
                <dd>{after}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {reasons.length > 0 && (
        <Part title="Why it needs two people">
          <ul className={parts["reasons"]}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Part>
      )}
      {reads && (
        <CustomerReads>
          <strong>{reads.subject}</strong>
          {`\n\n${reads.text}`}
        </CustomerReads>
      )}
    </>
  );
}
