import { trpc } from "../trpc.ts";
import { buttonClass } from "../ui/button.tsx";
import { Panel } from "../controls/panel.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import styles from "./onramp.module.css";

/** Shown next to the other ways to deposit and leads to the card payment; nothing where there is none. */
export function CardOffer() {
  const { data } = trpc.onramp.offer.useQuery(undefined, { trpc: { context: { background: true } } });
  if (data === undefined || data.provider === null || data.fiat.length === 0) return null;
  return (
    <Panel title="Pay by card or wallet">
      <div className={styles["offer"]}>
        <p className={styles["about"]}>
          Buy {data.crypto.join(" or ")} by card from our payment provider. Coins go to your balance.
        </p>
        <SiteLink to="/dashboard/deposit-money/card" className={buttonClass("quiet")}>
          Buy coins by card
        </SiteLink>
      </div>
    </Panel>
  );
}
