import { Link } from "@tanstack/react-router";
import { trpc } from "../trpc.ts";
import { ArrowIcon } from "../ui/icons.tsx";
import styles from "./card-offer.module.css";

/** The last of the ways to pay, which leads to a page of its own; nothing where there is no card payment. */
export function CardOffer() {
  const { data } = trpc.onramp.offer.useQuery(undefined, { trpc: { context: { background: true } } });
  if (data === undefined || data.provider === null || data.fiat.length === 0) return null;
  return (
    <Link to="/dashboard/deposit-money/card" className={styles["offer"]}>
      <span className={styles["words"]}>
        <span className={styles["title"]}>Buy coins by card</span>
        <span className={styles["about"]}>
          {data.crypto.join(" or ")} from our payment provider, by card or wallet. Coins go to your balance.
        </span>
      </span>
      <ArrowIcon size={20} />
    </Link>
  );
}
