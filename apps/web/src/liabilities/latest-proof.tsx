import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LiabilitiesDocument } from "@wattle/contracts/liabilities";
import type { ReservesDocument } from "@wattle/contracts/reserves";
import { displayMoment } from "@wattle/exchange-core/display";
import type { Verdict } from "../receipts/verify-quote.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Facts } from "../ui/facts.tsx";
import { DoneIcon, StoppedIcon } from "../ui/icons.tsx";
import { checkSignature } from "./check-balance.ts";
import { Cover } from "./cover.tsx";
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

/** Says of each network when we looked last, and whether what we proved was still there. */
export const stillThereText = ({ checks, networks, spent, lower }: ReservesDocument): string =>
  checks
    .map(({ network, height, checked_at: checked }) => {
      const codes = networks
        .filter((held) => held.network === network)
        .flatMap(({ currencies }) => currencies.map(({ currency }) => currency))
        .join(" and ");
      const isGone = [...spent, ...lower].some((part) => part.network === network);
      const when = `${displayMoment(Date.parse(checked))}, at block ${height.toLocaleString("en-AU")}`;
      return `We last checked our ${codes} on ${when}: ${isGone ? "some had been spent" : "all still there"}.`;
    })
    .join(" ");

interface HeldProps {
  readonly document: ReservesDocument;
  readonly owes: LiabilitiesDocument;
  readonly verdict: Verdict;
}

function Held({ document, owes, verdict }: HeldProps) {
  return (
    <>
      <h2 className={styles["title"]}>What we hold</h2>
      <p className={styles["quiet"]}>
        Coins of our treasury, proven on {displayMoment(Date.parse(document.created_at))}
      </p>
      <Cover document={document} owes={owes} />
      <p className={styles["quiet"]}>{stillThereText(document)}</p>
      <Signature verdict={verdict} />
      <a href={RESERVES}>The published document</a>
    </>
  );
}

/** The newest proof of reserves, once someone asks for it: before the first one, there is no document. */
function Reserves({ owes }: { readonly owes: LiabilitiesDocument }) {
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
        <Held owes={owes} {...data} />
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
      <Reserves owes={data.document} />
    </Card>
  );
}
