import { useBrand } from "../brand/brand.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Band } from "./band.tsx";
import { PageHero } from "./page-hero.tsx";
import styles from "./about-page.module.css";

/** The company's business, its limits, and the company itself. */
export function AboutPage() {
  const brand = useBrand();
  return (
    <>
      <PageHero
        seed="site.about"
        title="An exchange that shows its price"
        lead={`${brand.name} buys and sells bitcoin and other crypto currencies for local money. That’s all we do.`}
      />
      <Band title="What we think">
        <div className={styles["essay"]}>
          <p className={styles["opening"]}>
            Money changers often hide their margin in the rate. We show the rate, our fee and any spread
            separately, and then what you get, to the eighth decimal.
          </p>
          <p>
            The price you see is the price you get. We hold your rate for 45 seconds and sign it, and the
            signature stays with your receipt. Anyone can check that we kept our promise, without asking us.
          </p>
          <p>
            Pay the way you already do. In Australia, that’s a bank transfer, PayID, a card, or cash at a
            counter. In Nigeria, it’s a bank transfer. There’s no fee to deposit or withdraw Australian
            dollars.
          </p>
          <p>
            Bitcoin isn’t for everyone. Its price moves far more than an ordinary currency’s. We say so{" "}
            <SiteLink to="/basics">where we explain it</SiteLink>, not only in the small print.
          </p>
        </div>
      </Band>
      <Band title="What we do, and what we don’t" tone="surface">
        <div className={styles["columns"]}>
          <div>
            <h3>We do</h3>
            <ul>
              <li>Exchange at a rate you see, with our fee shown separately</li>
              <li>Keep most coins offline, and every transaction in a double-entry ledger</li>
              <li>Answer your questions in person</li>
              <li>Take enquiries for larger trades at the OTC desk</li>
            </ul>
          </div>
          <div>
            <h3>We don’t</h3>
            <ul>
              <li>Advise on whether or when to buy</li>
              <li>Offer loans, leverage or products that promise a yield</li>
              <li>Use advertising or analytics cookies</li>
            </ul>
          </div>
        </div>
      </Band>
      <Band title="Company details" tone="sunken">
        <dl className={styles["particulars"]}>
          <div>
            <dt>Product</dt>
            <dd>{brand.name}</dd>
          </div>
          <div>
            <dt>Operated by</dt>
            <dd>
              {brand.legalEntity}, {brand.address}
            </dd>
          </div>
          <div>
            <dt>Registration</dt>
            <dd>{brand.registration}</dd>
          </div>
          {brand.regulatorLine !== "" && (
            <div data-regulated-only>
              <dt>Regulation</dt>
              <dd>{brand.regulatorLine}</dd>
            </div>
          )}
          <div>
            <dt>Website</dt>
            <dd>{brand.domain}</dd>
          </div>
          <div>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
            </dd>
          </div>
          <div>
            <dt>Policies</dt>
            <dd>
              <SiteLink to="/terms-of-service">Terms of Service</SiteLink>,{" "}
              <SiteLink to="/aml">AML policy</SiteLink>,{" "}
              <SiteLink to="/privacy-policy">Privacy policy</SiteLink>
            </dd>
          </div>
        </dl>
      </Band>
    </>
  );
}
