import type { LegalText } from "@wattle/contracts/legal-text";
import { LegalFrame, legalTextClass } from "./legal-frame.tsx";

/** A legal page with the operator's own text. Its markup is the server's, made of Markdown without HTML. */
export function OwnLegalPage({ seed, text }: { readonly seed: string; readonly text: LegalText }) {
  return (
    <LegalFrame
      seed={seed}
      title={text.heading}
      contents={<ol dangerouslySetInnerHTML={{ __html: text.contents }} />}
      text={<div className={legalTextClass} dangerouslySetInnerHTML={{ __html: text.body }} />}
    />
  );
}
