import { SiteLink } from "../ui/site-link.tsx";
import { Band } from "./band.tsx";
import { EnquiryForm } from "./enquiry-form.tsx";
import { PageHero } from "./page-hero.tsx";
import styles from "./otc-desk-page.module.css";

const COURSE = [
  {
    name: "Tell us what you want",
    text: "Which currency, roughly how much, buying or selling, and by when. You get a reference.",
  },
  {
    name: "A person reads it",
    text: "They reply by email.",
  },
  {
    name: "We agree on a price",
    text: "For the whole amount, before anything is exchanged. You can still say no.",
  },
] as const;

/** Bulk trading for corporate and regular clients, and the enquiry that opens it. */
export function OtcDeskPage() {
  return (
    <>
      <PageHero
        seed="site.otc.desk"
        title="OTC desk"
        lead="Bulk trading for corporate and regular clients who want better prices and dedicated support."
        actions={<p className={styles["bound"]}>For trades over 100,000 AUD, or regular ones.</p>}
        companion={
          <EnquiryForm
            topic="otc"
            title="Ask for a price"
            messageHint="Currency, rough amount, buying or selling, and by when. 10 to 500 characters."
            send="Send enquiry"
          />
        }
      />
      <Band title="How it compares" tone="surface">
        <div className={styles["compare"]}>
          <table>
            <caption className="visually-hidden">The website and the OTC desk compared</caption>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">Subject</span>
                </th>
                <th scope="col">Website</th>
                <th scope="col">OTC desk</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">Amount</th>
                <td>100.00 to 100,000.00 AUD per exchange</td>
                <td>Above that, or many exchanges at once</td>
              </tr>
              <tr>
                <th scope="row">Price</th>
                <td>The market’s rate, held for 45 seconds</td>
                <td>One price for the whole amount, agreed first</td>
              </tr>
              <tr>
                <th scope="row">Fee</th>
                <td>The same for everyone</td>
                <td>Part of the price you agree on</td>
              </tr>
              <tr>
                <th scope="row">You deal with</th>
                <td>This website</td>
                <td>A person, by email</td>
              </tr>
            </tbody>
          </table>
        </div>
      </Band>
      <Band
        title="How it works"

        layout="stacked"
      >
        <ol className={styles["course"]}>
          {COURSE.map(({ name, text }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className={styles["foot"]}>
          The same rules apply: <SiteLink to="/aml">a verified identity</SiteLink> and bank accounts in your
          own name.
        </p>
      </Band>
    </>
  );
}
