import { useHydrated } from "@tanstack/react-router";
import type { CoinPage as Coin } from "@wattle/contracts/coin-page";
import { ExchangeForm } from "../../exchange/exchange-form.tsx";
import { useMarkets } from "../../markets/use-markets.ts";
import { PriceChartWhenSeen } from "../../rates/price-chart-when-seen.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { FeeHint, HeldRateHint } from "../../ui/hints.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { Band } from "../band.tsx";
import { PageHero } from "../page-hero.tsx";
import styles from "./coin-page.module.css";

/** The page of a coin: its price over time, a converter, what it costs, and what it is. */
export function CoinPage({ coin }: { readonly coin: Coin }) {
  const { code, name, home } = coin;
  return (
    <>
      <PageHero
        seed="site.buy.sell.coin"
        size="slim"
        title={
          <>
            {name} <span>({code})</span>
          </>
        }
        lead={`Buy and sell ${name} for ${home}. You see every cost before you confirm.`}
        actions={
          <>
            <a
              href={`/dashboard/currency-exchange?from=${home}&to=${code}`}
              className={buttonClass("accent")}
            >
              Buy {code}
            </a>
            <SiteLink to="/register">Sign up</SiteLink>
          </>
        }
        companion={
          <div className={styles["chart"]}>
            <PriceChartWhenSeen coin={code} fiat={home} extremes />
          </div>
        }
      />
      <Band
        title="What it costs"
        tone="surface"
        layout="stacked"
        lead={
          <>
            All of it is in the price you confirm. <FeeHint />
          </>
        }
      >
        <div className={styles["market"]}>
          <div className={styles["costs"]}>
            <Costs coin={coin} />
          </div>
          <div className={styles["converter"]}>
            <h3>
              Convert {home} and {code}
            </h3>
            <p className={styles["lead"]}>
              The price you’d get now, after our fee. <HeldRateHint />
            </p>
            <Converter coin={coin} />
          </div>
          <div className={styles["about"]}>
            <h3>What {name} is</h3>
            <p>{coin.about}</p>
            <p className={styles["risk"]}>
              Its price can rise and fall quickly. Only buy what you can afford to lose.{" "}
              <SiteLink to="/basics">Learn the basics</SiteLink>
            </p>
          </div>
        </div>
      </Band>
    </>
  );
}

/** The exchange form, once it is known how amounts of the coin are written. */
function Converter({ coin: { code, home } }: { readonly coin: Coin }) {
  return useHydrated() ? <LiveConverter code={code} home={home} /> : null;
}

function LiveConverter({ code, home }: Pick<Coin, "code" | "home">) {
  const { isKnown } = useMarkets();
  if (!isKnown) return null;
  return (
    <ExchangeForm
      wanted={{ amount: "", from: home, to: code }}
      heading={
        <h4 className="visually-hidden">
          {home} and {code}
        </h4>
      }
    />
  );
}

function Costs({ coin }: { readonly coin: Coin }) {
  const { code, home } = coin;
  const rows: readonly (readonly [string, string])[] = [
    ["Our fee to buy", `${coin.buyFee}%`],
    ["Our fee to sell", `${coin.sellFee}%`],
    ["Spread in our rate, at most", `${coin.spread}%`],
    ["Smallest exchange", `${coin.min} ${home}`],
    ["Largest exchange", `${coin.max} ${home}`],
  ];
  return (
    <>
      <table>
        <caption className="visually-hidden">What it costs to buy and sell {code}</caption>
        <tbody>
          {rows.map(([what, cost]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{cost}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        When you sell, the limits apply to what your coins are worth. For larger amounts, ask{" "}
        <SiteLink to="/otc-desk">the OTC desk</SiteLink>.
      </p>
    </>
  );
}
