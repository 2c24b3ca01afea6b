import { Link } from "@tanstack/react-router";
import { trpc } from "../trpc.ts";
import { ArrowIcon, Icon } from "../ui/icons.tsx";
import styles from "./card-offer.module.css";

/** The last of the ways to pay, which leads to a page of its own; nothing if there is no card payment. */
export function CardOffer() {
  const { data } = trpc.onramp.offer.useQuery(undefined, { trpc: { context: { background: true } } });
  if (data === undefined || data.provider === null || data.fiat.length === 0) return null;
  return (
    <Link to="/dashboard/deposit-money/card" className={styles["offer"]}>
      <Icon size={20}>
        <path d="M2.5 6.2A1.7 1.7 0 0 1 4.2 4.5h11.6a1.7 1.7 0 0 1 1.7 1.7v7.6a1.7 1.7 0 0 1-1.7 1.7H4.2a1.7 1.7 0 0 1-1.7-1.7ZM2.5 8.5h15M5.5 12.5h3" />
      </Icon>
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
