import { knownMarkets, limitsOf } from "@wattle/contracts/markets";
import { displayAmount } from "@wattle/exchange-core/display";
import { useBrand } from "../brand/brand.tsx";
import { PriceChartWhenSeen } from "../rates/price-chart-when-seen.tsx";
import { RatesTable } from "../rates/rates-table.tsx";
import { useFeeWords } from "../rates/use-fee-words.ts";
import { buttonClass } from "../ui/button.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Band } from "./band.tsx";
import { ExampleSlip } from "./example-slip.tsx";
import { FeeHint, HeldRateHint } from "../ui/hints.tsx";
import { PageHero } from "./page-hero.tsx";
import styles from "./buy-sell-page.module.css";

const SECONDS = [
  {
    at: "0 s",
    name: "You see a rate",
    text: "We sign it, with its fee and limits, for your account only.",
  },
  {
    at: "0 – 45 s",
    name: "We hold it",
    text: "The market moves, your rate doesn’t. Opening the confirmation doesn’t stop the clock.",
  },
  {
    at: "Yes",
    name: "It’s done",
    text: "One exchange at these figures. Pressing twice changes nothing.",
  },
  {
    at: "45 s",
    name: "Or it expires",
    text: "Nothing is exchanged. Press ‘update rate’ for a new one, and decide again.",
  },
] as const;

/** Smallest and largest exchange in each active fiat currency. */
const LIMITS = knownMarkets().currencies.flatMap((currency) => {
  const limits = currency.active ? limitsOf(currency, "exchange") : undefined;
  if (limits === undefined) return [];
  const { min, max } = limits;
  return [{ code: currency.code, min: displayAmount(min, currency), max: displayAmount(max, currency) }];
});

/** How much can be exchanged at a time. */
function Limits() {
  return (
    <div className={styles["limits"]}>
      <h3>Limits per exchange</h3>
      <table>
        <caption className="visually-hidden">Limits per exchange, by currency</caption>
        <thead>
          <tr>
            <th scope="col">Currency</th>
            <th scope="col">Minimum</th>
            <th scope="col">Maximum</th>
          </tr>
        </thead>
        <tbody>
          {LIMITS.map(({ code, min, max }) => (
            <tr key={code}>
              <th scope="row">{code}</th>
              <td>{min}</td>
              <td>{max}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        When you sell, the limits apply to what your coins are worth. NGN is for customers in Nigeria. For
        larger amounts, ask <SiteLink to="/otc-desk">the OTC desk</SiteLink>.
      </p>
    </div>
  );
}

/** Buying and selling, its costs and its limits. */
export function BuySellPage() {
  const { coins, homeCurrency } = useBrand().markets;
  return (
    <>
      <PageHero
        seed="site.buy.sell"
        title="Buy and sell, with every cost shown"
        lead="What you pay, our fee, the rate and what you get. You see it all before you confirm, and in your history afterwards."
        actions={
          <>
            <SiteLink to="/dashboard/currency-exchange" className={buttonClass("accent")}>
              Go to the exchange
            </SiteLink>
            <SiteLink to="/register">Sign up</SiteLink>
          </>
        }
        companion={<ExampleSlip />}
      />
      <Band
        title="Today’s rates"
        tone="surface"
        layout="stacked"
        lead={
          <>
            1 coin in AUD, after {useFeeWords()}. <FeeHint />
          </>
        }
      >
        <div className={styles["rates"]}>
          <RatesTable withDay />
          {coins[0] !== undefined && (
            <div className={styles["chart"]}>
              <PriceChartWhenSeen coin={coins[0]} fiat={homeCurrency} />
            </div>
          )}
          <Limits />
        </div>
      </Band>
      <Band
        title="Held for 45 seconds"
        layout="stacked"
        lead={
          <>
            Time to read the price first. <HeldRateHint />
          </>
        }
      >
        <ol className={styles["seconds"]}>
          {SECONDS.map(({ at, name, text }) => (
            <li key={name}>
              <p className={styles["at"]}>{at}</p>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Band>
      <Band title="Buying and selling" tone="sunken">
        <div className={styles["ways"]}>
          <div>
            <h3>You buy</h3>
            <p>
              Pay from your AUD or NGN balance and get bitcoin or ether. Add money by bank transfer, PayID or
              cash at a counter, or buy coins by card from our payment provider.
            </p>
          </div>
          <div>
            <h3>You sell</h3>
            <p>
              Pay with bitcoin or ether and get AUD or NGN. Withdraw it to a bank account in your own name. No
              fee for AUD.
            </p>
          </div>
          <p className={styles["plain"]}>
            We keep your coins in your account. Your deposit and withdrawal pages show which coins you can
            bring in from a wallet, or send to one. Sending is off until you turn it on.
          </p>
        </div>
      </Band>
    </>
  );
}
