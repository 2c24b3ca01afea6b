import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LiabilitiesDocument } from "@wattle/contracts/liabilities";
import type { ReservesDocument } from "@wattle/contracts/reserves";
import { displayExact, displayMoment } from "@wattle/exchange-core/display";
import type { Verdict } from "../receipts/verify-quote.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Facts } from "../ui/facts.tsx";
import { DoneIcon, StoppedIcon } from "../ui/icons.tsx";
import { checkSignature } from "./check-balance.ts";
import { DOCUMENT, fetchDocument, fetchKeys, fetchReserves, RESERVES, unitsText } from "./published.ts";
import styles from "./latest-proof.module.css";

const SIGNATURES: Readonly<Record<Verdict, string>> = {
  genuine: "Signed with our key, checked by your browser",
  forged: "Not signed by us. Contact support",
  unable: "Your browser can’t check the signature",
};

function Signature({ verdict }: { readonly verdict: Verdict }) {
  const Mark = verdict === "genuine" ? DoneIcon : StoppedIcon;
  return (
    <p className={styles["signature"]} data-verdict={verdict}>
      <Mark size={20} />
      {SIGNATURES[verdict]}
    </p>
  );
}

function Owed({ document, verdict }: { readonly document: LiabilitiesDocument; readonly verdict: Verdict }) {
  return (
    <>
      <h2 className={styles["title"]}>What we owe</h2>
      <p className={styles["quiet"]}>On {displayMoment(Date.parse(document.created_at))}, to all customers</p>
      <Facts
        facts={document.trees.map(({ currency, total }) => [currency, unitsText(BigInt(total), currency)])}
      />
      <Signature verdict={verdict} />
      <a href={DOCUMENT}>The published document</a>
    </>
  );
}

/** `104.16%` of a cover of `1.0416`. */
const percentText = (cover: string): string => {
  const [whole = "0", decimals = ""] = cover.split(".");
  return `${BigInt(whole + decimals.slice(0, 2))}.${decimals.slice(2)}%`;
};

/** Coins that we proved to hold, as facts by coin. */
export const reserveFacts = ({ networks }: ReservesDocument): [string, string][] =>
  networks.flatMap(({ currencies }) =>
    currencies.flatMap(({ currency, total, owed, cover }): [string, string][] => [
      [`${currency} held`, `${displayExact(total)} ${currency}`],
      [`${currency} owed`, `${displayExact(owed)} ${currency}`],
      ...(cover === null ? [] : [[`${currency} covered`, percentText(cover)] as [string, string]]),
    ]),
  );

function Held({ document, verdict }: { readonly document: ReservesDocument; readonly verdict: Verdict }) {
  const { spent, checked_at: checked } = document;
  return (
    <>
      <h2 className={styles["title"]}>What we hold</h2>
      <p className={styles["quiet"]}>
        Coins of our treasury, proven on {displayMoment(Date.parse(document.created_at))}
      </p>
      <Facts facts={reserveFacts(document)} />
      <p className={styles["quiet"]}>
        {spent.length === 0
          ? `All of these coins were still there on ${displayMoment(Date.parse(checked))}.`
          : `${spent.length} of these coins were spent by ${displayMoment(Date.parse(checked))}.`}
      </p>
      <Signature verdict={verdict} />
      <a href={RESERVES}>The published document</a>
    </>
  );
}

/** The newest proof of reserves, once someone asks for it: before the first one, there is no document. */
function Reserves() {
  const [isAsked, setAsked] = useState(false);
  const { data, isFetching } = useQuery({
    queryKey: ["latest reserves"],
    enabled: isAsked,
    queryFn: async () => {
      const document = await fetchReserves();
      return (
        document && { document, verdict: await checkSignature(document, await fetchKeys(), "reserves+json") }
      );
    },
  });
  return (
    <div className={styles["held"]} aria-live="polite">
      {data != null ? (
        <Held {...data} />
      ) : data === null ? (
        <p className={styles["quiet"]}>No proof of what we hold was published yet.</p>
      ) : (
        <Button kind="quiet" loading={isFetching} onClick={() => setAsked(true)}>
          Show what we hold in coins
        </Button>
      )}
    </div>
  );
}

/** The newest publications, with their totals and signatures as this browser checked them. Nothing before the first one. */
export function LatestProof() {
  const { data, isPending } = useQuery({
    queryKey: ["latest proof"],
    queryFn: async () => {
      const document = await fetchDocument();
      return document && { document, verdict: await checkSignature(document, await fetchKeys()) };
    },
  });
  if (isPending) {
    return (
      <Card className={styles["card"]} floating>
        <span className="visually-hidden">Loading the newest publication</span>
      </Card>
    );
  }
  if (data == null) return null;
  return (
    <Card className={styles["card"]} floating>
      <Owed {...data} />
      <Reserves />
    </Card>
  );
}
