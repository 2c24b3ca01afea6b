import { useState } from "react";
import { useCodeWhenSeen } from "../../charts/use-code-when-seen.ts";
import { PriceStrip } from "../../rates/price-strip.tsx";
import { Guilloche } from "../../ui/guilloche.tsx";
import below from "./home-below.module.css";
import { depositTime, type StaffTimes } from "@wattle/contracts/staff-times";
import { useBrand } from "../../brand/brand.tsx";
import { HomeExchange } from "../../exchange/home-exchange.tsx";
import { RateCards } from "../../rates/rate-cards.tsx";
import { RatesTable } from "../../rates/rates-table.tsx";
import { useFeeWords } from "../../rates/use-fee-words.ts";
import { buttonClass } from "../../ui/button.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { Band } from "../band.tsx";
import { PageHero } from "../page-hero.tsx";
import { FeeHint, HeldRateHint, IdentityHint } from "../../ui/hints.tsx";
import { VaultDrawing } from "./vault-drawing.tsx";
import type { PictureName } from "./step-picture.tsx";
import styles from "./home-page.module.css";

const paymentOptions = (times: StaffTimes) => [
  {
    name: "Bank transfers",
    how: "From a bank account in your own name, by transfer or PayID. We’ll show you where to pay and the reference to add.",
    arrives: `${depositTime(times, "bank_transfer")}. PayID: ${depositTime(times, "payid")}`,
    costs: "No fee for AUD",
  },
  {
    name: "Credit card payments",
    how: "Pay our payment provider by card. Coins go to your balance.",
    arrives: "When the provider completes your order",
    costs: "The provider shows its fee before you pay",
  },
  {
    name: "Cash deposits",
    how: "Over the counter with Post Billpay. Start a deposit, take your reference along and pay in cash.",
    arrives: depositTime(times, "post_billpay"),
    costs: "No fee for AUD",
  },
];

function PaymentOptions() {
  const { times } = useBrand();
  const narrow = useNarrow();
  return (
    <Band
      title="Local payment options"
      lead="Pay the way you already do. See limits, fees and times before you pay."
      aside={<DepositWay times={times} />}
    >
      <ul className={styles["slip"]}>
        {paymentOptions(times).map(({ name, how, arrives, costs }) => (
          <li key={name}>
            <h3>{name}</h3>
            <details className={styles["how"]} open={!narrow}>
              <summary>How it works</summary>
              <p>{how}</p>
            </details>
            <dl>
              <div>
                <dt>Arrives</dt>
                <dd>{arrives}</dd>
              </div>
              <div>
                <dt>Fee</dt>
                <dd>{costs}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </Band>
  );
}

function DepositWay({ times }: { readonly times: StaffTimes }) {
  return (
    <div className={below["wayBox"]}>
      <h3 className={below["wayTitle"]}>From your bank to your balance</h3>
      <ol className={below["way"]}>
        {depositWay(times).map(([what, when]) => (
          <li key={what}>
            <strong>{what}</strong>
            <span>{when}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A deposit by bank transfer step by step, with the times of this installation. */
const depositWay = (times: StaffTimes) =>
  [
    ["You start a deposit", "You get a reference at once"],
    ["Your payment reaches us", times.reaches.bank_transfer],
    ["We match it to your account", `Payments are ${times.matched}`],
    ["The money is in your balance", "We email you"],
  ] as const;

/** Every cost of a purchase and of the way back, at this minute's rates. Its code and rates come when it is near the window. */
function Costs() {
  const { homeCurrency } = useBrand().markets;
  const { box, loading, loaded, failed } = useCodeWhenSeen("costs", () => import("./costs-now.tsx"));
  return (
    <Band
      title={`What 1,000 ${homeCurrency} buys now`}
      lead="Every cost between your bank and your coins. And what you’d have if you changed your mind."
      aside={
        <div className={below["rates"]}>
          <RatesTable />
          <p>1 coin, after {useFeeWords()}.</p>
        </div>
      }
    >
      <div ref={box} className={below["costs"]} aria-busy={loading || undefined}>
        {loaded !== undefined && <loaded.CostsNow />}
        {failed && <p>We couldn’t load the costs. Reload the page.</p>}
      </div>
    </Band>
  );
}

/** A signed rate that the visitor's own browser checks. Its code and the rate come when it is near the window. */
function Proof() {
  const { box, loading, loaded, failed } = useCodeWhenSeen("proof", () => import("./proof-live.tsx"));
  return (
    <div className={below["ground"]}>
      <div className={below["art"]} aria-hidden="true">
        <Guilloche seed="site.proof" className={below["figure"]} />
      </div>
      <Band
        tone="hero"
        layout="stacked"
        title="Don’t trust us. Check the receipt."
        lead="We sign every rate before you accept it, so we can’t change it afterwards. Your browser checks this one:"
      >
        <div ref={box} className={below["live"]} aria-busy={loading || undefined}>
          {loaded !== undefined && <loaded.ProofLive />}
          {failed && <p>We couldn’t load the receipt. Reload the page.</p>}
        </div>
      </Band>
    </div>
  );
}

/** Whom the customer deals with, from the brand's file. */
function Operator() {
  const { name, legalEntity, registration, address } = useBrand();
  return (
    <section className={below["operator"]} aria-label={`Who runs ${name}`}>
      <p>
        <strong>Who runs {name}</strong> {legalEntity}
      </p>
      <p>{registration}</p>
      <p>{address}</p>
    </section>
  );
}

/** A small picture of a step's screen; the words under it say the same. Its code is that of the costs. */
function Picture({ of }: { readonly of: PictureName }) {
  const { box, loading, loaded } = useCodeWhenSeen("costs", () => import("./costs-now.tsx"));
  return (
    <div ref={box} className={styles["panel"]} aria-hidden="true" aria-busy={loading || undefined}>
      {loaded !== undefined && <loaded.StepPicture of={of} />}
    </div>
  );
}

function Steps() {
  return (
    <Band title="Three steps to your first bitcoin" tone="surface" layout="stacked">
      <ol className={styles["steps"]}>
        <li>
          <Picture of="identity" />
          <h3>Sign up and get verified</h3>
          <p>
            You verify your identity once. <IdentityHint />
          </p>
        </li>
        <li>
          <Picture of="deposit" />
          <h3>Add money</h3>
          <p>Choose how to pay and how much. Your own reference matches the payment to your account.</p>
        </li>
        <li>
          <Picture of="purchase" />
          <h3>Buy crypto currencies</h3>
          <p>Enter an amount, check the price and confirm. Coins arrive right away.</p>
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
        <div className={styles["kept"]}>
          <dl className={styles["claims"]}>
            <div>
              <dt>Most crypto funds rest in offline cold wallets</dt>
              <dd>Their keys never touch the internet. Our people sign each payment offline.</dd>
            </div>
            <div>
              <dt>Your personal details are encrypted</dt>
              <dd>
                Only our staff can open your ID, and every view is logged. We never store your password, only
                a hash of it.
              </dd>
            </div>
          </dl>
          <p>
            <SiteLink to="/security">See how we protect you</SiteLink>
          </p>
          <div>
            <RateCards />
          </div>
        </div>
      </div>
    </Band>
  );
}

function DepositOptions() {
  return (
    <Band title="Deposit options" layout="stacked">
      <ul className={styles["options"]}>
        <li>
          <h3>Locally based with global reach</h3>
          <p>Pay local bank details, and trade in a market that never closes.</p>
        </li>
        <li>
          <h3>No fees for AUD deposits and withdrawals</h3>
          <p>The amount you send is the amount you get, both ways.</p>
        </li>
        <li>
          <h3>Online and over-the-counter deposits</h3>
          <p>From your banking app at any hour, or in cash at a counter.</p>
        </li>
        <li>
          <h3>High daily limits</h3>
          <p>
            Up to 100,000.00 AUD per exchange, and no limit per day. Need more? Ask{" "}
            <SiteLink to="/otc-desk">the OTC desk</SiteLink>.
          </p>
        </li>
      </ul>
    </Band>
  );
}

function Begin() {
  return (
    <Band title="Start small" tone="sunken" layout="stacked">
      <div className={styles["begin"]}>
        <p>
          Bitcoin’s price moves, sometimes a lot in a day. New to it? Read{" "}
          <SiteLink to="/basics">what bitcoin is</SiteLink> first, in plain words and a few drawings. Signing
          up is free.
        </p>
        <SiteLink to="/register" className={buttonClass("accent")}>
          Sign up
        </SiteLink>
      </div>
    </Band>
  );
}

/** The address of the calculator as a purchase: the headline leads to it. */
const BUY = "#buy";

/** The home page: what the product is, what it costs right now, how money gets in, and how it is kept. */
export function HomePage() {
  const fee = useFeeWords();
  const [purchases, setPurchases] = useState(() => (globalThis.location?.hash === BUY ? 1 : 0));
  return (
    <>
      <PageHero
        seed="site.home"
        size="tall"
        title={
          <>
            A Better Place to{" "}
            <a href={BUY} className={styles["buy"]} onClick={() => setPurchases((before) => before + 1)}>
              Buy Bitcoin
            </a>
          </>
        }
        lead="Easy and low cost crypto currency trading"
        actions={
          <>
            <PriceStrip />
            <p className={styles["promise"]}>{`After ${fee}. Rates are held for 45 seconds.`}</p>
          </>
        }
        companion={<HomeExchange purchases={purchases} />}
        foot={
          <ul className={styles["promises"]}>
            <li>
              <span>{`These prices are after ${fee}, always shown separately.`}</span> <FeeHint />
            </li>
            <li>
              <span>The rate you see is held for 45 seconds.</span> <HeldRateHint />
            </li>
          </ul>
        }
      />
      <Costs />
      <Proof />
      <Steps />
      <PaymentOptions />
      <Safety />
      <DepositOptions />
      <Begin />
      <Operator />
    </>
  );
}
