import type { Receipt } from "@wattle/contracts/receipts";
import { displayTime } from "@wattle/exchange-core/display";
import { useState } from "react";
import { Facts } from "../ui/facts.tsx";
import { Button } from "../controls/button.tsx";
import { Panel } from "../controls/panel.tsx";
import { CopyRow } from "../controls/copy-row.tsx";
import { Status, type StatusKind } from "../controls/status.tsx";
import { claimsOf, verifyQuote, type Verdict } from "./verify-quote.ts";
import styles from "./receipt-page.module.css";

const VERDICTS: Readonly<Record<Verdict, readonly [StatusKind, string]>> = {
  genuine: ["done", "Genuine: signed with our published key"],
  forged: ["failed", "Not genuine: we didn’t sign this. Contact support"],
  unable: ["stopped", "Your browser can’t check this. Any JWS tool can."],
};

/** Claims of a signed rate in words; others are left out. */
function promised(jws: string): readonly (readonly [string, string])[] {
  const claims = claimsOf(jws) ?? {};
  const text = (name: string): string => {
    const value = claims[name];
    return typeof value === "string" ? value : "–";
  };
  const time = (name: string): string => {
    const seconds = claims[name];
    return typeof seconds === "number" ? displayTime(seconds * 1000) : "–";
  };
  return [
    ["Pair", `${text("credit_currency")} to ${text("debit_currency")}`],
    ["Rate", text("rate")],
    ["Fee", `${text("fee")}%`],
    ["Signed", time("iat")],
    ["Held until", time("exp")],
  ];
}

/** The signed rate, and how anyone can check that it was honoured. */
export function QuoteProof({ quote }: { readonly quote: NonNullable<Receipt["quote"]> }) {
  const [verdict, setVerdict] = useState<Verdict>();
  const check = async (): Promise<void> => {
    try {
      const answer = await fetch("/.well-known/jwks.json");
      setVerdict(await verifyQuote(quote.jws, quote.kid, await answer.json()));
    } catch {
      setVerdict("unable");
    }
  };
  return (
    <Panel title="Signed rate">
      <Facts facts={promised(quote.jws)} />
      <div className={styles["check"]}>
        <Button kind="quiet" onClick={() => void check()}>
          Check signature
        </Button>
        <output>
          {verdict !== undefined && <Status kind={VERDICTS[verdict][0]}>{VERDICTS[verdict][1]}</Status>}
        </output>
      </div>
      <p className={styles["quiet"]}>
        We signed this rate before you accepted it, so we can’t change it. It’s a JWS (RFC 7515, Ed25519). Any
        JWS library can check it with our public key {quote.kid}, published at {quote.jwks_url}.
      </p>
      <div className={styles["jws"]}>
        <CopyRow label="Signed rate" value={quote.jws} />
      </div>
    </Panel>
  );
}
