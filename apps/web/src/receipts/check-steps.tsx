import { useQuery } from "@tanstack/react-query";
import { displayTime } from "@wattle/exchange-core/display";
import { coinPrice } from "../money/price-figures.ts";
import { DoneIcon, StoppedIcon } from "../ui/icons.tsx";
import styles from "./check-steps.module.css";
import { claimsOf, headerOf, verifyQuote, type Verdict } from "./verify-quote.ts";

/** Result of checking a signed rate. */
export interface Checked {
  readonly verdict: Verdict;
  /** How long the check itself took. */
  readonly milliseconds: number;
  /** Address of the published keys; undefined if they could not be fetched. */
  readonly keysFrom: string | undefined;
}

/** For each verdict what it says, and what follows from it. */
export type VerdictWords = Readonly<Record<Verdict, readonly [string, string]>>;

type Claims = Readonly<Record<string, unknown>> | undefined;

export function claimText(claims: Claims, name: string): string {
  const text = claims?.[name];
  return typeof text === "string" ? text : "–";
}

/** `, held for 45 seconds from 2026/11/21 08:42:05`; empty if the claims do not say. */
function heldText(claims: Claims): string {
  const [from, to] = [claims?.["iat"], claims?.["exp"]];
  if (typeof from !== "number" || typeof to !== "number") return "";
  return `, held for ${to - from} seconds from ${displayTime(from * 1000)}`;
}

/** The price of one coin that a signed rate says: `152,480.12 AUD per BTC`. */
export function signedPrice(jws: string): string {
  const claims = claimsOf(jws);
  const price = coinPrice({
    credit_currency: claimText(claims, "credit_currency"),
    debit_currency: claimText(claims, "debit_currency"),
    rate: claimText(claims, "rate"),
  });
  return price === undefined ? "–" : `${price.price} per ${price.coin}`;
}

async function check(jws: string): Promise<Checked> {
  const keysFrom = new URL("/.well-known/jwks.json", window.location.href).href;
  const answer = await fetch(keysFrom);
  const keys: unknown = await answer.json();
  const begun = performance.now();
  const verdict = await verifyQuote(jws, claimText(headerOf(jws), "kid"), keys);
  return { verdict, milliseconds: Math.max(1, Math.round(performance.now() - begun)), keysFrom };
}

/** Checks a signed rate in this browser; undefined until that is done. Without the published keys it cannot be. */
export function useChecked(jws: string): Checked | undefined {
  const { data, isError } = useQuery({
    queryKey: ["check", jws],
    queryFn: () => check(jws),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? (isError ? { verdict: "unable", milliseconds: 0, keysFrom: undefined } : undefined);
}

/** Source of the published keys. */
function KeyStep({ kid, checked }: { readonly kid: string; readonly checked: Checked | undefined }) {
  const from = checked?.keysFrom;
  const isAway = checked !== undefined && from === undefined;
  const Mark = isAway ? StoppedIcon : DoneIcon;
  const title = isAway ? "We couldn’t load our public key" : "Our public key is published";
  return (
    <li data-verdict={isAway ? "unable" : undefined}>
      {checked === undefined ? <span className={styles["dot"]} /> : <Mark size={20} />}
      <div>
        <h3>{checked === undefined ? "Loading our public key" : title}</h3>
        <p>{from !== undefined && `Fetched from ${from}, key ${kid}.`}</p>
      </div>
    </li>
  );
}

interface CheckStepsProps {
  /** The signed text, or what was made of it. */
  readonly jws: string;
  readonly checked: Checked | undefined;
  readonly words: VerdictWords;
}

/** The check of a signed rate in three steps, with what was compared. */
export function CheckSteps({ jws, checked, words }: CheckStepsProps) {
  const claims = claimsOf(jws);
  const Mark = checked?.verdict === "genuine" ? DoneIcon : StoppedIcon;
  const [title, conclusion] = checked === undefined ? ["Checking the signature", ""] : words[checked.verdict];
  return (
    <ol className={styles["steps"]} aria-live="polite">
      <li>
        <DoneIcon size={20} />
        <div>
          <h3>The receipt says {signedPrice(jws)}</h3>
          <p>Read from the signed text{heldText(claims)}.</p>
        </div>
      </li>
      <KeyStep kid={claimText(headerOf(jws), "kid")} checked={checked} />
      <li data-verdict={checked?.verdict}>
        {checked === undefined ? <span className={styles["dot"]} /> : <Mark size={20} />}
        <div>
          <h3>{title}</h3>
          <p>
            {checked !== undefined && checked.verdict !== "unable" && (
              <>Checked on this page in {checked.milliseconds} ms. </>
            )}
            {conclusion}
          </p>
        </div>
      </li>
    </ol>
  );
}
