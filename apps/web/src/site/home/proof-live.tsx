import { parseRate, prepareConversion } from "@wattle/exchange-core";
import { displayTime } from "@wattle/exchange-core/display";
import { useState } from "react";
import { figuresAt } from "../../exchange/exchange-view.ts";
import { PriceBreakdown } from "../../rates/price-breakdown.tsx";
import type { Quote } from "../../money/quote.ts";
import { CheckSteps, claimText, useChecked, type VerdictWords } from "../../receipts/check-steps.tsx";
import { changeDigit, claimsOf, type Verdict } from "../../receipts/verify-quote.ts";
import { classNames } from "../../ui/class-names.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Logo } from "../../ui/logo.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { useExample, useExampleQuote } from "../use-example-quote.ts";
import paper from "../../receipts/receipt-paper.module.css";
import { SignatureLine } from "../../receipts/signature-line.tsx";
import styles from "./home-below.module.css";

const WORDS: VerdictWords = {
  genuine: ["The signature fits both", "Nothing was sent anywhere."],
  forged: ["The signature does not fit", "One digit of the rate is different, so this isn’t what we signed."],
  unable: [
    "Your browser can’t check this",
    "It needs Ed25519. Any JWS tool can check it with our public key.",
  ],
};

/** A rate that this installation has just signed for this visitor, made out as a receipt, and checked by the visitor's browser. */
export function ProofLive() {
  const { home, coin } = useExample();
  const { data: quote, isPending } = useExampleQuote({ credit: home, debit: coin });
  if (quote == null) return <p aria-busy={isPending || undefined}>{isPending ? "" : "No rate right now."}</p>;
  return <Proof quote={quote} />;
}

function Proof({ quote }: { readonly quote: Quote }) {
  const [changed, setChanged] = useState(false);
  const jws = changed ? changeDigit(quote.hash, "rate") : quote.hash;
  const checked = useChecked(jws);
  return (
    <div className={styles["proof"]}>
      <div className={styles["check"]}>
        <CheckSteps jws={jws} checked={checked} words={WORDS} />
        <p className={styles["acts"]}>
          <Button kind="quiet" onClick={() => setChanged(!changed)}>
            {changed ? "Put it back" : "Change a digit and check again"}
          </Button>
          <SiteLink to="/security">How it works</SiteLink>
        </p>
      </div>
      <Specimen quote={quote} jws={jws} verdict={checked?.verdict} />
    </div>
  );
}

interface SignedProps {
  readonly quote: Quote;
  /** The signed text, or what was made of it. */
  readonly jws: string;
}

/** When a rate was signed, and for how long it was held. */
function heldFacts(claims: ReturnType<typeof claimsOf>): readonly (readonly [string, string])[] {
  const [from, until] = [claims?.["iat"], claims?.["exp"]];
  if (typeof from !== "number" || typeof until !== "number") return [];
  return [
    ["Rate signed", displayTime(from * 1000)],
    ["Held for", `${until - from} seconds`],
  ];
}

/** Receipt of a purchase at the signed rate. */
function Specimen({ quote, jws, verdict }: SignedProps & { readonly verdict: Verdict | undefined }) {
  const { paid } = useExample();
  const { from, to, fee } = quote.conversion;
  const claims = claimsOf(jws);
  const rate = parseRate(claimText(claims, "rate"));
  if (rate === undefined) return null;
  return (
    <figure className={classNames(paper["paper"], styles["receipt"])}>
      <figcaption className={paper["letterhead"]}>
        <Logo />
        <span className={styles["stamp"]}>Specimen</span>
      </figcaption>
      <PriceBreakdown
        figures={figuresAt(paid, { ...quote, conversion: prepareConversion({ from, to, rate, fee }) })}
      />
      <Facts facts={heldFacts(claims)} />
      <SignatureLine jws={jws} verdict={verdict} />
    </figure>
  );
}
