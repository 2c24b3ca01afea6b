import { SiteLink } from "../ui/site-link.tsx";
import { Band } from "./band.tsx";
import { EnquiryForm } from "./enquiry-form.tsx";
import { PageHero } from "./page-hero.tsx";
import styles from "./otc-desk-page.module.css";

const COURSE = [
  {
    name: "You tell us what",
    text: "Which currency, roughly how much, buying or selling, and by when. That is enough for a first answer.",
  },
  {
    name: "We settle the formalities",
    text: "Identity and source of funds are settled once, before the first trade, so that no trade waits for them.",
  },
  {
    name: "You get one price",
    text: "For the whole amount, with the fee in it as a line of its own, and with the time until which it stands.",
  },
  {
    name: "Both sides settle",
    text: "Your side to the account you were given, ours to your balance or your bank. One person stays on it to the end.",
  },
] as const;

/** Bulk trading for corporate and regular clients, and the enquiry that opens it. */
export function OtcDeskPage() {
  return (
    <>
      <PageHero
        seed="site.otc.desk"
        title="OTC desk"
        lead="Bulk trading for companies and regular clients who want better prices and a person who knows them."
        actions={
          <p className={styles["bound"]}>
            For single trades above 100,000.00 AUD, and for smaller ones that come every week.
          </p>
        }
        beside={
          <EnquiryForm
            topic="otc"
            title="Ask for a price"
            messageHint="Currency, rough amount, buying or selling, and by when. 10 to 500 characters."
            send="Send enquiry"
          />
        }
      />
      <Band title="Why not just press the button ten times?" tone="surface">
        <div className={styles["compare"]}>
          <table>
            <caption className="visually-hidden">The exchange on the site and the OTC desk compared</caption>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">Subject</span>
                </th>
                <th scope="col">On the site</th>
                <th scope="col">Over the counter</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">Amount</th>
                <td>100.00 to 100,000.00 AUD an exchange</td>
                <td>Above that, or the sum of many</td>
              </tr>
              <tr>
                <th scope="row">Price</th>
                <td>The market’s rate, held for 45 seconds</td>
                <td>One price for the whole amount, agreed beforehand</td>
              </tr>
              <tr>
                <th scope="row">Fee</th>
                <td>The same for everybody</td>
                <td>By amount and frequency, agreed in writing</td>
              </tr>
              <tr>
                <th scope="row">You deal with</th>
                <td>The screen</td>
                <td>One person who knows you</td>
              </tr>
            </tbody>
          </table>
        </div>
      </Band>
      <Band
        title="How a trade runs"
        lead="No step is skipped because the amount is large; that is when they matter."
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
          The same rules hold as for everybody: <SiteLink to="/aml">identity and source of funds</SiteLink>,
          accounts in your own name, every movement in the books.
        </p>
      </Band>
    </>
  );
}
