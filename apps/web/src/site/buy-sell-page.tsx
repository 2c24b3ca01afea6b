import { knownMarkets, limitsOf } from "@wattle/contracts/markets";
import { displayAmount } from "@wattle/exchange-core/display";
import { RatesTable } from "../rates/rates-table.tsx";
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
    text: "It is signed by us, with its fee and its limits, for your account alone.",
  },
  {
    at: "0 – 45 s",
    name: "It is held",
    text: "The market moves, your price does not. Opening the confirmation neither stops nor restarts the time.",
  },
  {
    at: "Yes",
    name: "It is done",
    text: "One press, one exchange, at exactly the figures you saw. A second press changes nothing.",
  },
  {
    at: "45 s",
    name: "Or it runs out",
    text: "Nothing is exchanged. ‘update rate’ brings a new one, and you decide afresh.",
  },
] as const;

/** What buying and selling is, what it costs and how much at a time. */
/** Smallest and largest exchange in each active fiat currency. */
const LIMITS = knownMarkets().currencies.flatMap((currency) => {
  const limits = currency.active ? limitsOf(currency, "exchange") : undefined;
  if (limits === undefined) return [];
  const { min, max } = limits;
  return [{ code: currency.code, min: displayAmount(min, currency), max: displayAmount(max, currency) }];
});

export function BuySellPage() {
  return (
    <>
      <PageHero
        seed="site.buy.sell"
        title="Buy and sell, with the price taken apart"
        lead="What you pay, what we take, what is converted at which rate, and what you get: five lines, before you confirm, and in your history afterwards."
        actions={
          <>
            <SiteLink to="/dashboard/currency-exchange" className={buttonClass("accent")}>
              Go to the exchange
            </SiteLink>
            <SiteLink to="/register">Open an account</SiteLink>
          </>
        }
        beside={<ExampleSlip />}
      />
      <Band
        title="Today’s rates"
        tone="surface"
        lead={
          <>
            What one coin comes to in AUD with our fee already taken. <FeeHint />
          </>
        }
      >
        <div>
          <RatesTable />
        </div>
      </Band>
      <Band
        title="Forty-five seconds"
        layout="stacked"
        lead={
          <>
            A price is worth something only if it keeps still while you read it. <HeldRateHint />
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
      <Band title="How much at a time" tone="sunken">
        <div className={styles["limits"]}>
          <table>
            <caption className="visually-hidden">Limits of one exchange, by currency</caption>
            <thead>
              <tr>
                <th scope="col">Currency</th>
                <th scope="col">At least</th>
                <th scope="col">At most</th>
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
            Selling coins, the same limits hold for what the coins come to. NGN is offered to customers in
            Nigeria. For more than this at once there is <SiteLink to="/otc-desk">the OTC desk</SiteLink>.
          </p>
        </div>
      </Band>
      <Band title="Buying and selling">
        <div className={styles["ways"]}>
          <div>
            <h3>You buy</h3>
            <p>
              Pay from your AUD or NGN balance, get bitcoin or ether in your balance here. Money gets there by{" "}
              bank transfer, PayID or cash at a counter; card payments go through our payment provider.
            </p>
          </div>
          <div>
            <h3>You sell</h3>
            <p>
              Pay with bitcoin or ether, get AUD or NGN in your balance. From there it goes to a bank account
              in your own name, without a fee for AUD.
            </p>
          </div>
          <p className={styles["plain"]}>
            Coins are kept in your account with us. They cannot be sent to, or received from, a wallet
            elsewhere.
          </p>
        </div>
      </Band>
    </>
  );
}
