import { Panel } from "../../controls/panel.tsx";
import { signedPrice, useChecked } from "../../receipts/check-steps.tsx";
import { SignedText } from "../../receipts/quote-proof.tsx";
import type { Verdict } from "../../receipts/verify-quote.ts";
import type { TransactionRecord } from "../parts/answers.ts";

const WORDS: Readonly<Record<Verdict, string>> = {
  genuine: "genuine",
  forged: "not genuine, we didn’t sign it",
  unable: "not checked, this browser can’t",
};

/** Whether a signed rate is ours, and what it says, in one line; the text itself is folded. */
export function SignedRate({ quote }: { readonly quote: NonNullable<TransactionRecord["quote"]> }) {
  const checked = useChecked(quote.jws);
  const word = checked === undefined ? "being checked" : WORDS[checked.verdict];
  return (
    <Panel title={`Signed rate: ${word}, ${signedPrice(quote.jws)}`}>
      <SignedText quote={quote} />
    </Panel>
  );
}
