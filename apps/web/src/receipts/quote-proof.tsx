import type { Receipt } from "@wattle/contracts/receipts";
import { CopyRow } from "../controls/copy-row.tsx";
import { Panel } from "../controls/panel.tsx";
import { Fold } from "../ui/fold.tsx";
import { CheckSteps, claimText, useChecked, type VerdictWords } from "./check-steps.tsx";
import styles from "./quote-proof.module.css";
import { claimsOf } from "./verify-quote.ts";

const WORDS: VerdictWords = {
  genuine: ["Genuine: signed with our published key", "Nothing was sent anywhere."],
  forged: ["Not genuine: we didn’t sign this. Contact support", "The signature doesn’t fit this text."],
  unable: ["Your browser can’t check this. Any JWS tool can.", "It needs Ed25519 and our published key."],
};

interface QuoteProps {
  readonly quote: NonNullable<Receipt["quote"]>;
}

/** The signed text itself, folded, with how to check it elsewhere. */
export function SignedText({ quote }: QuoteProps) {
  const claims = claimsOf(quote.jws);
  return (
    <Fold summary="Signed text">
      <p className={styles["quiet"]}>
        It’s a JWS (RFC 7515, Ed25519). Any JWS library can check it with our public key {quote.kid},
        published at {quote.jwks_url}.
      </p>
      <CopyRow
        code
        label={`Exact rate, ${claimText(claims, "credit_currency")} to ${claimText(claims, "debit_currency")}`}
        value={claimText(claims, "rate")}
      />
      <CopyRow code label="Signed rate" value={quote.jws} />
    </Fold>
  );
}

/** The signed rate, checked by this browser, with the text itself for anyone who wants to check it elsewhere. */
export function QuoteProof({ quote }: QuoteProps) {
  const checked = useChecked(quote.jws);
  return (
    <Panel title="Signed rate">
      <p className={styles["quiet"]}>
        We signed this rate before you accepted it, so we can’t change it. Your browser has just checked it.
      </p>
      <CheckSteps jws={quote.jws} checked={checked} words={WORDS} />
      <SignedText quote={quote} />
    </Panel>
  );
}
