import { decimalText, decimalUnits, mostDecimals } from "@wattle/exchange-core/decimal";
import { displayExact, withSign } from "@wattle/exchange-core/display";
import { chartScale } from "../../charts/scale.ts";
import type { ChartPoint } from "../../charts/chart-points.ts";
import { linePaths, PATH_SIZE, placesOf } from "../../charts/line-paths.ts";
import { Status } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { useLastPrices } from "../markets/last-prices.ts";
import { marketOf, pairName } from "../markets/market-words.ts";
import { useMay } from "../parts/use-may.ts";
import styles from "./today-page.module.css";

/** A line of the hour; the price next to it says the figure. */
function Trend({ points }: { readonly points: readonly ChartPoint[] }) {
  const scale = chartScale(points.map(({ value }) => value));
  const { line, area } = linePaths(placesOf(scale?.heights ?? []));
  return (
    <svg viewBox={`0 0 ${PATH_SIZE} ${PATH_SIZE}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={area} data-area="" />
      <path d={line} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** Change over the hour, signed percent with two decimals; undefined without two prices. */
function changeOf(points: readonly ChartPoint[]): string | undefined {
  const known = points.flatMap(({ value }) => value ?? []);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || known.length < 2) return undefined;
  const decimals = mostDecimals([first, last]);
  const from = decimalUnits(first, decimals);
  if (from === 0n) return undefined;
  return withSign(decimalText(((decimalUnits(last, decimals) - from) * 10_000n) / from, 2));
}

/** Present price of each market with its last hour as a line, and whether it was unbelieved within that. */
export function PricesPanel() {
  const may = useMay();
  const list = trpc.ops.markets.list.useQuery(undefined, {
    enabled: may("ops.markets.list"),
    ...SHOWN_IN_PLACE,
  });
  const offered = (list.data?.currencies ?? []).filter(({ active }) => active);
  const codes = new Set(offered.map(({ code }) => code));
  const coins = new Set(offered.filter(({ kind }) => kind === "crypto").map(({ code }) => code));
  // Each market once: as it is sold for money. A firm that does not offer a currency has its pairs all the same.
  const sold = (list.data?.pairs ?? []).filter(
    ({ active, from, to }) => active && coins.has(from) && codes.has(to),
  );
  const prices = useLastPrices(sold.map((pair) => marketOf(pair, (code) => coins.has(code))));
  if (sold.length === 0) return null;
  return (
    <section aria-label="Prices">
      <h2 className={styles["title"]}>Prices, last hour</h2>
      <ul className={styles["prices"]}>
        {sold.map((pair) => {
          const { price = null, jump, points = [] } = prices.get(pairName(pair)) ?? {};
          const change = changeOf(points);
          return (
            <li key={pairName(pair)}>
              <p className={styles["pair"]}>
                <SiteLink to={`/teamaccess/markets?id=${pairName(pair)}`}>{pairName(pair)}</SiteLink>
                {change !== undefined && <span>{`${change}%`}</span>}
              </p>
              <strong>{price === null ? "No price" : displayExact(price, 2)}</strong>
              <Trend points={points} />
              {jump !== undefined && <Status kind="risk">{jump}</Status>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
