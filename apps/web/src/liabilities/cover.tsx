import type { LiabilitiesDocument } from "@wattle/contracts/liabilities";
import { currencyOf } from "@wattle/contracts/markets";
import type { ReservesDocument } from "@wattle/contracts/reserves";
import { displayExact } from "@wattle/exchange-core/display";
import { Facts } from "../ui/facts.tsx";
import styles from "./cover.module.css";

/** `104.16%` of a cover of `1.0416`. */
const percentText = (cover: string): string => {
  const [whole = "0", decimals = ""] = cover.split(".");
  return `${BigInt(whole + decimals.slice(0, 2))}.${decimals.slice(2)}%`;
};

/** Coins that we owe and prove nothing of. */
export const unprovenCoins = (
  { networks }: Pick<ReservesDocument, "networks">,
  { trees }: LiabilitiesDocument,
): string[] => {
  const held = networks.flatMap(({ currencies }) => currencies.map(({ currency }) => currency));
  return trees
    .filter(
      ({ currency, total }) =>
        currencyOf(currency)?.kind === "crypto" && total !== "0" && !held.includes(currency),
    )
    .map(({ currency }) => currency);
};

type Held = ReservesDocument["networks"][number]["currencies"][number];

const FULL = "100%";
/** A cover of 1 in the last of its decimals. */
const WHOLE = 10_000n;

/** Widths on one scale: the larger of the two is all of it. */
function widthsOf(cover: string): { readonly held: string; readonly owed: string } {
  const ratio = BigInt(cover.replace(".", ""));
  return ratio >= WHOLE
    ? { held: FULL, owed: `${(100n * WHOLE) / ratio}%` }
    : { held: `${(100n * ratio) / WHOLE}%`, owed: FULL };
}

/** A coin that is held, next to the same coin owed: both are bars on one scale. */
export function CoinCover({ held: { currency, total, owed, cover } }: { readonly held: Held }) {
  const width = cover === null ? undefined : widthsOf(cover);
  return (
    <div className={styles["coin"]}>
      {cover !== null && width !== undefined && (
        <>
          <p className={styles["head"]}>
            <strong>{currency} covered</strong>
            <strong className={styles["percent"]} data-short={cover.startsWith("0.") || undefined}>
              {percentText(cover)}
            </strong>
          </p>
          <span className={styles["bar"]} data-bar="held" style={{ width: width.held }} aria-hidden />
          <span className={styles["bar"]} data-bar="owed" style={{ width: width.owed }} aria-hidden />
        </>
      )}
      <Facts
        facts={[
          [`${currency} held`, `${displayExact(total)} ${currency}`],
          [`${currency} owed`, `${displayExact(owed)} ${currency}`],
        ]}
      />
    </div>
  );
}

interface CoverProps {
  readonly document: Pick<ReservesDocument, "networks">;
  readonly owes: LiabilitiesDocument;
}

/** Cover of each coin, and coins that we owe and prove nothing of. */
export function Cover({ document, owes }: CoverProps) {
  const unproven = unprovenCoins(document, owes);
  return (
    <div className={styles["cover"]}>
      {document.networks.flatMap(({ currencies }) =>
        currencies.map((held) => <CoinCover key={held.currency} held={held} />),
      )}
      {unproven.length > 0 && (
        <Facts facts={unproven.map((currency) => [`${currency} held`, "Not proven"] as const)} />
      )}
    </div>
  );
}
