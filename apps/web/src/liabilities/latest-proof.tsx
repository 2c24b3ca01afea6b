import { useQuery } from "@tanstack/react-query";
import { displayMoment } from "@wattle/exchange-core/display";
import type { Verdict } from "../receipts/verify-quote.ts";
import { Card } from "../ui/card.tsx";
import { Facts } from "../ui/facts.tsx";
import { DoneIcon, StoppedIcon } from "../ui/icons.tsx";
import { checkSignature } from "./check-balance.ts";
import { DOCUMENT, fetchDocument, fetchKeys, unitsText } from "./published.ts";
import styles from "./latest-proof.module.css";

const SIGNATURES: Readonly<Record<Verdict, string>> = {
  genuine: "Signed with our key, checked by your browser",
  forged: "Not signed by us. Contact support",
  unable: "Your browser can’t check the signature",
};

/** The newest publication: when it was, all totals, and its signature as this browser checked it. Nothing before the first one. */
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
  const { document, verdict } = data;
  const Mark = verdict === "genuine" ? DoneIcon : StoppedIcon;
  return (
    <Card className={styles["card"]} floating>
      <h2 className={styles["title"]}>What we owe</h2>
      <p className={styles["quiet"]}>On {displayMoment(Date.parse(document.created_at))}, to all customers</p>
      <Facts
        facts={document.trees.map(({ currency, total }) => [currency, unitsText(BigInt(total), currency)])}
      />
      <p className={styles["signature"]} data-verdict={verdict}>
        <Mark size={20} />
        {SIGNATURES[verdict]}
      </p>
      <a href={DOCUMENT}>The published document</a>
    </Card>
  );
}
