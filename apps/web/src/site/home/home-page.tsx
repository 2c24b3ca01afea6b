import { depositTime, type StaffTimes } from "@wattle/contracts/staff-times";
import { useBrand } from "../../brand/brand.tsx";
import { HomeExchange } from "../../exchange/home-exchange.tsx";
import { RateCards } from "../../rates/rate-cards.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { Band } from "../band.tsx";
import { PageHero } from "../page-hero.tsx";
import { FeeHint, HeldRateHint, IdentityHint } from "../../ui/hints.tsx";
import { VaultDrawing } from "./vault-drawing.tsx";
import styles from "./home-page.module.css";

const paymentOptions = (times: StaffTimes) => [
  {
    name: "Bank transfers",
    how: "From a bank account in your own name, by ordinary transfer or PayID. Your account shows where to pay and the reference to write on it.",
    arrives: `${depositTime(times, "bank_transfer")}. PayID: ${depositTime(times, "payid")}`,
    costs: "No fee for AUD",
  },
  {
    name: "Credit card payments",
    how: "Through our payment provider, who takes the card and delivers the coins to your account here.",
    arrives: "When the provider has completed the order",
    costs: "The provider shows its charge before you pay",
  },
  {
    name: "Cash deposits",
    how: "Over the counter with Post Billpay: make a deposit in your account, take the reference along and pay in cash.",
    arrives: depositTime(times, "post_billpay"),
    costs: "No fee for AUD",
  },
];

function PaymentOptions() {
  const { times } = useBrand();
  return (
    <Band
      title="Local payment options"
      lead="Pay the way you already pay. Each option shows its limits, its cost and its usual time before you use it."
    >
      <ul className={styles["slip"]}>
        {paymentOptions(times).map(({ name, how, arrives, costs }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{how}</p>
            <dl>
              <div>
                <dt>Arrives</dt>
                <dd>{arrives}</dd>
              </div>
              <div>
                <dt>Costs</dt>
                <dd>{costs}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </Band>
  );
}

function Steps() {
  return (
    <Band title="Three steps to your first bitcoin" tone="surface" layout="stacked">
      <ol className={styles["steps"]}>
        <li>
          <h3>Sign up and get verified</h3>
          <p>
            An email address and a password open the account. Then tell us who you are, once. <IdentityHint />
          </p>
        </li>
        <li>
          <h3>Add money</h3>
          <p>
            Choose how to pay and how much. You get a reference of your own, so that what you send is matched
            to your account.
          </p>
        </li>
        <li>
          <h3>Buy crypto currencies</h3>
          <p>
            Type an amount, read the price to the last digit, confirm. The coins are in your balance at once.
          </p>
        </li>
      </ol>
    </Band>
  );
}

function Safety() {
  return (
    <Band tone="hero" title="How we protect you">
      <div className={styles["safety"]}>
        <div className={styles["vault"]}>
          <VaultDrawing />
        </div>
        <dl className={styles["claims"]}>
          <div>
            <dt>Most crypto funds rest in offline cold wallets</dt>
            <dd>No one can send coins from your account to a wallet elsewhere.</dd>
          </div>
          <div>
            <dt>Your personal details are encrypted</dt>
            <dd>
              Only staff can open the photos of your ID, and every view is logged. Passwords are not stored at
              all, only a hash that cannot be turned back.
            </dd>
          </div>
        </dl>
      </div>
      <div className={styles["live"]}>
        <RateCards />
      </div>
      <p className={styles["more"]}>
        <SiteLink to="/security">How it all works</SiteLink>
      </p>
    </Band>
  );
}

function DepositOptions() {
  return (
    <Band title="Deposit options" layout="stacked">
      <ul className={styles["quarters"]}>
        <li>
          <h3>Locally based with global reach</h3>
          <p>Local bank details to pay to, for a market that spans the world and never closes.</p>
        </li>
        <li>
          <h3>No fees for AUD deposits and withdrawals</h3>
          <p>The amount you send is the amount you get, both ways.</p>
        </li>
        <li>
          <h3>Online and over-the-counter deposits</h3>
          <p>From your banking app at midnight, or with cash at a counter at noon.</p>
        </li>
        <li>
          <h3>High daily limits</h3>
          <p>
            Up to 100,000.00 AUD in one exchange. For more, ask{" "}
            <SiteLink to="/otc-desk">the OTC desk</SiteLink>.
          </p>
        </li>
      </ul>
    </Band>
  );
}

function Begin() {
  return (
    <Band title="Start with an amount you would not miss" tone="sunken" layout="stacked">
      <div className={styles["begin"]}>
        <p>
          The price of bitcoin moves, sometimes a lot in a day. New to it? Read{" "}
          <SiteLink to="/basics">what bitcoin is</SiteLink> first, in plain words and a few drawings. Then
          open an account; it costs nothing to have one.
        </p>
        <SiteLink to="/register" className={buttonClass("accent")}>
          Sign up
        </SiteLink>
      </div>
    </Band>
  );
}

/** The home page: what the product is, what it costs right now, how money gets in, and how it is kept. */
export function HomePage() {
  return (
    <>
      <PageHero
        seed="site.home"
        size="tall"
        title="A Better Place to Buy Bitcoin"
        lead="Easy and low cost crypto currency trading"
        actions={
          <ul className={styles["promises"]}>
            <li>
              Our fee is always shown separately. <FeeHint />
            </li>
            <li>
              The rate you see is held for 45 seconds. <HeldRateHint />
            </li>
          </ul>
        }
        beside={<HomeExchange />}
      />
      <PaymentOptions />
      <Steps />
      <Safety />
      <DepositOptions />
      <Begin />
    </>
  );
}
