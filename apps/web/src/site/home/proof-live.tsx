import { useQuery } from "@tanstack/react-query";
import { parseRate, prepareConversion } from "@wattle/exchange-core";
import { displayTime } from "@wattle/exchange-core/display";
import { useState } from "react";
import { useBrand } from "../../brand/brand.tsx";
import { figuresAt } from "../../exchange/exchange-view.ts";
import { coinPrice } from "../../money/price-figures.ts";
import { PriceBreakdown } from "../../rates/price-breakdown.tsx";
import type { Quote } from "../../rates/quote.ts";
import { changeDigit, claimsOf, headerOf, verifyQuote, type Verdict } from "../../receipts/verify-quote.ts";
import { Button } from "../../ui/button.tsx";
import { DoneIcon, StoppedIcon } from "../../ui/icons.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Logo } from "../../ui/logo.tsx";
import { Seal } from "../../ui/seal.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { useExample, useExampleQuote } from "../use-example-quote.ts";
import styles from "./home-below.module.css";

const FITS: Readonly<Record<Verdict, string>> = {
  genuine: "The signature fits both",
  forged: "The signature does not fit",
  unable: "Your browser can’t check this",
};

const CONCLUSIONS: Readonly<Record<Verdict, string>> = {
  genuine: "Nothing was sent anywhere.",
  forged: "One digit of the rate is different, so this isn’t what we signed.",
  unable: "It needs Ed25519. Any JWS tool can check it with our public key.",
};

interface Checked {
  readonly verdict: Verdict;
  readonly milliseconds: number;
}

async function check(jws: string): Promise<Checked> {
  const answer = await fetch("/.well-known/jwks.json");
  const keys: unknown = await answer.json();
  const begun = performance.now();
  const verdict = await verifyQuote(jws, textOf(headerOf(jws), "kid"), keys);
  return { verdict, milliseconds: Math.max(1, Math.round(performance.now() - begun)) };
}

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
  const { data: checked } = useQuery({
    queryKey: ["check", jws],
    queryFn: () => check(jws),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className={styles["proof"]}>
      <div className={styles["check"]}>
        <Steps quote={quote} jws={jws} checked={checked} />
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

type Claims = Readonly<Record<string, unknown>> | undefined;

function textOf(claims: Claims, name: string): string {
  const text = claims?.[name];
  return typeof text === "string" ? text : "–";
}

function momentOf(claims: Claims, name: string): string {
  const seconds = claims?.[name];
  return typeof seconds === "number" ? displayTime(seconds * 1000) : "–";
}

function priceIn({ quote, jws }: SignedProps): string {
  const price = coinPrice({
    credit_currency: quote.pair.credit,
    debit_currency: quote.pair.debit,
    rate: textOf(claimsOf(jws), "rate"),
  });
  return price === undefined ? "–" : `${price.price} per ${price.coin}`;
}

function Steps({ quote, jws, checked }: SignedProps & { readonly checked: Checked | undefined }) {
  const { domain } = useBrand();
  const claims = claimsOf(jws);
  const Mark = checked?.verdict === "genuine" ? DoneIcon : StoppedIcon;
  return (
    <ol className={styles["steps"]} aria-live="polite">
      <li>
        <DoneIcon size={20} />
        <div>
          <h3>The receipt says {priceIn({ quote, jws })}</h3>
          <p>
            Read from the signed text, held from {momentOf(claims, "iat")} to {momentOf(claims, "exp")}.
          </p>
        </div>
      </li>
      <li>
        <DoneIcon size={20} />
        <div>
          <h3>Our public key is {textOf(headerOf(jws), "kid")}</h3>
          <p>Fetched from {domain}/.well-known/jwks.json.</p>
        </div>
      </li>
      <li data-verdict={checked?.verdict}>
        {checked === undefined ? <span className={styles["dot"]} /> : <Mark size={20} />}
        <div>
          <h3>{checked === undefined ? "Checking the signature" : FITS[checked.verdict]}</h3>
          <p>
            {checked !== undefined &&
              (checked.verdict === "unable"
                ? CONCLUSIONS.unable
                : `Checked on this page in ${checked.milliseconds} ms. ${CONCLUSIONS[checked.verdict]}`)}
          </p>
        </div>
      </li>
    </ol>
  );
}

/** What a purchase at the signed rate would have on its receipt. */
function Specimen({ quote, jws, verdict }: SignedProps & { readonly verdict: Verdict | undefined }) {
  const { paid } = useExample();
  const { from, to, fee } = quote.conversion;
  const claims = claimsOf(jws);
  const rate = parseRate(textOf(claims, "rate"));
  if (rate === undefined) return null;
  return (
    <figure className={styles["receipt"]}>
      <figcaption className={styles["letterhead"]}>
        <Logo />
        <span className={styles["stamp"]}>Specimen</span>
      </figcaption>
      <PriceBreakdown
        figures={figuresAt(paid, { ...quote, conversion: prepareConversion({ from, to, rate, fee }) })}
      />
      <Facts
        facts={[
          ["Rate signed", momentOf(claims, "iat")],
          ["Held until", momentOf(claims, "exp")],
        ]}
      />
      <div className={styles["signature"]}>
        <span className={styles["seal"]}>
          {verdict === "genuine" ? <Seal size={72} /> : <StoppedIcon size={32} />}
        </span>
        <p>
          <strong>{verdict === "forged" ? "Not what we signed" : "Signed with Ed25519"}</strong>
          <code>{jws.split(".")[2]}</code>
        </p>
      </div>
    </figure>
  );
}
