import type { LiabilitiesDocument } from "@wattle/contracts/liabilities";
import type { ReservesDocument } from "@wattle/contracts/reserves";
import { displayMoment } from "@wattle/exchange-core/display";
import type { Verdict } from "../receipts/verify-quote.ts";
import { Card } from "../ui/card.tsx";
import { Facts } from "../ui/facts.tsx";
import { DoneIcon, StoppedIcon } from "../ui/icons.tsx";
import { Cover } from "./cover.tsx";
import { DOCUMENT, RESERVES, unitsText } from "./published.ts";
import { useLatestProof, useLatestReserves } from "./use-latest.ts";
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

/** The newest proof of reserves. */
function Reserves({ owes }: { readonly owes: LiabilitiesDocument }) {
  const { data, isPending } = useLatestReserves();
  return (
    <div className={styles["held"]} aria-busy={isPending}>
      {data != null ? (
        <Held owes={owes} {...data} />
      ) : (
        <p className={styles["quiet"]}>
          {isPending
            ? "Loading what we hold in coins"
            : data === null
              ? "No proof of what we hold was published yet."
              : "We couldn’t load the proof of what we hold."}
        </p>
      )}
    </div>
  );
}

/** The newest publications, with their totals and signatures as this browser checked them. Nothing before the first one. */
export function LatestProof() {
  const { data, isPending } = useLatestProof();
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
