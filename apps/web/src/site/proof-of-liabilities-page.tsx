import { useBrand } from "../brand/brand.tsx";
import { ExamplePath } from "../liabilities/example-path.tsx";
import { LatestProof } from "../liabilities/latest-proof.tsx";
import { TreasuryList } from "../liabilities/treasury-list.tsx";
import { buttonClass } from "../ui/button.tsx";
import { SiteLink } from "../ui/site-link.tsx";
import { Band } from "./band.tsx";
import { PageHero } from "./page-hero.tsx";
import { PhoneFold } from "./phone-fold.tsx";
import { ProofTree } from "./proof-tree.tsx";
import styles from "./proof-of-liabilities-page.module.css";

/** The proof of liabilities: its content, its value and its limits. */
export function ProofOfLiabilitiesPage() {
  const { name } = useBrand();
  return (
    <>
      <PageHero
        seed="site.proof-of-liabilities"
        title="Proof of what we owe"
        lead="Every day we publish what we owe to all customers, in a form that lets each one check that they are counted."
        actions={
          <SiteLink to="/dashboard/balance-check" className={buttonClass("accent")}>
            Check your balance
          </SiteLink>
        }
        companion={<LatestProof />}
        atTop
      />
      <Band title="How it works" tone="surface">
        <ProofTree />
        <div className={styles["text"]}>
          <p>
            We take every customer’s balance at one moment, currency by currency. Each balance is split at
            random into two to four parts. Each part is turned into a fingerprint (a SHA-256 hash) of its
            amount, your account’s identifier and a random number that only you get.
          </p>
          <p>
            Then we join the parts in pairs. A pair has the sum of both, and a fingerprint over both
            fingerprints and both sums. We go on until one is left: the root. It depends on every single part,
            and its sum is what we owe to all customers.
          </p>
          <p>
            We publish the root, the total and our signature in{" "}
            <a href="/.well-known/liabilities.json">one document</a>. You get your parts, and the other side
            of every pair on the way to the root. Your browser does the same sums and compares.
          </p>
          <ExamplePath />
        </div>
      </Band>
      <Band title="What it proves">
        <ul className={styles["text"]}>
          <li>Your balance at that moment is part of the published total, in full.</li>
          <li>No other part can be negative, so no one else’s can make yours disappear from the sum.</li>
          <li>
            We can’t show different totals to different customers: everyone reads the same signed document.
          </li>
          <li>We can’t change it later: with a copy, anyone can show what we signed.</li>
        </ul>
      </Band>
      <Band title="What it doesn’t prove" tone="sunken">
        <ul className={styles["text"]}>
          <li>
            That we have the money. It says what {name} owes. What it holds in coins is a proof of its own,
            below.
          </li>
          <li>
            That customers who never check are counted. The more people check, the harder it is to leave
            anyone out.
          </li>
          <li>What you have now. It’s about one moment; anything since then is in the next one.</li>
        </ul>
      </Band>
      <Band title="What we hold in coins" tone="surface">
        <div className={styles["text"]}>
          <p>
            The keys of our coins are on no server. When we prove our reserves, each key of our treasury signs
            a text with the number of that proof, the number of the proof of what we owe, and a recent block
            of its own network. We publish the signatures in one document, with every address and its amount.
            The card at the top shows the newest one, coin by coin.
          </p>
          <p>
            It doesn’t prove that no coin is borrowed or promised to someone else. Coins that still are at
            customers’ own deposit addresses aren’t counted, so that no one learns whose they are. Money at
            banks isn’t covered: no key can prove that.
          </p>
          <TreasuryList />
        </div>
      </Band>
      <Band title="What others learn">
        <PhoneFold summary="Totals, but no names and no balances">
          <p className={styles["measure"]}>
            No names, and no balance of anyone in particular. The sums on your way to the root belong to parts
            of unknown customers in random order. All random numbers and splits are new in every publication.
            What everyone learns is the total of each currency, and roughly how many parts it has.
          </p>
        </PhoneFold>
      </Band>
      <Band title="Check it without us" tone="surface">
        <PhoneFold summary="With a program of some 100 lines">
          <p className={styles["measure"]}>
            You don’t have to trust this website’s own check. The rules are short, and a program of some 100
            lines without any library can do it. Our <a href="/api/docs">programming interface</a> gives it
            what it needs: your parts with an API token, the published document and{" "}
            <a href="/.well-known/jwks.json">our public keys</a>.
          </p>
        </PhoneFold>
      </Band>
    </>
  );
}
