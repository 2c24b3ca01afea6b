import { useBrand } from "../brand/brand.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Band } from "./band.tsx";
import { PageHero } from "./page-hero.tsx";
import styles from "./about-page.module.css";

/** What the company does, what it leaves alone, and who it is. */
export function AboutPage() {
  const brand = useBrand();
  return (
    <>
      <PageHero
        seed="site.about"
        title={<>A money changer, for a new kind of money</>}
        lead={`${brand.name} buys and sells bitcoin and other crypto currencies against the money you are paid in. That is all it does, so that it can do it plainly.`}
      />
      <Band title="What we think">
        <div className={styles["essay"]}>
          <p className={styles["opening"]}>
            Changing money is an old trade with an old bad habit: hiding the margin in the rate. We show the
            rate, the fee and any spread apart, and then what is left for you, to the eighth decimal.
          </p>
          <p>
            A price that changes between reading and pressing is not a price. Ours is held for 45 seconds and
            signed, and the signature stays with your receipt. Anyone can check afterwards that what was
            promised is what was done, without asking us.
          </p>
          <p>
            Money should come and go by the ways people already use. In Australia that is the bank, PayID, a
            card, or cash at a counter; in Nigeria the bank. Depositing and withdrawing Australian dollars
            costs nothing.
          </p>
          <p>
            And not everyone should buy bitcoin. Its price rises and falls by amounts that would be news for
            any other currency. We say so <SiteLink to="/basics">where we explain it</SiteLink>, not only in
            the small print.
          </p>
        </div>
      </Band>
      <Band title="What we do, and what we don’t" tone="surface">
        <div className={styles["columns"]}>
          <div>
            <h3>We do</h3>
            <ul>
              <li>exchange at a rate you see, with the fee as a line of its own;</li>
              <li>keep most coins offline, and every movement in double-entry books;</li>
              <li>have people answer your questions;</li>
              <li>take enquiries for larger trades at the OTC desk.</li>
            </ul>
          </div>
          <div>
            <h3>We don’t</h3>
            <ul>
              <li>advise on whether or when to buy;</li>
              <li>offer loans, leverage or products that promise a yield;</li>
              <li>use advertising or analytics cookies.</li>
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
            <dd>{brand.legalEntity}</dd>
          </div>
          <div>
            <dt>Regulation</dt>
            <dd>{brand.regulatorLine}</dd>
          </div>
          <div>
            <dt>Address on the web</dt>
            <dd>{brand.domain}</dd>
          </div>
          <div>
            <dt>Write to</dt>
            <dd>
              <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
            </dd>
          </div>
          <div>
            <dt>Rules we keep</dt>
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
