import { displayExact } from "@wattle/exchange-core/display";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { useLastPrices } from "../markets/last-prices.ts";
import { marketOf, pairName } from "../markets/market-words.ts";
import { useMay } from "../parts/use-may.ts";
import styles from "./today-page.module.css";

/** Present price of each coin, and whether it was unbelieved within the hour. */
export function PricesPanel() {
  const may = useMay();
  const list = trpc.ops.markets.list.useQuery(undefined, {
    enabled: may("ops.markets.list"),
    ...SHOWN_IN_PLACE,
  });
  const coins = new Set(
    (list.data?.currencies ?? []).filter(({ kind }) => kind === "crypto").map(({ code }) => code),
  );
  // Each market once: as it is sold for money.
  const sold = (list.data?.pairs ?? []).filter(({ active, from }) => active && coins.has(from));
  const prices = useLastPrices(sold.map((pair) => marketOf(pair, (code) => coins.has(code))));
  if (sold.length === 0) return null;
  return (
    <Panel title="Prices">
      <Facts
        facts={sold.map((pair) => {
          const { price = null, jump } = prices.get(pairName(pair)) ?? {};
          return [
            pairName(pair),
            <span key="price" className={styles["price"]}>
              <SiteLink to={`/teamaccess/markets?id=${pairName(pair)}`}>
                {price === null ? "No price" : `${displayExact(price, 2)} ${pair.to}`}
              </SiteLink>
              {jump !== undefined && <Status kind="waiting">{jump}</Status>}
            </span>,
          ];
        })}
      />
    </Panel>
  );
}
