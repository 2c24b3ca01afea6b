import type { Brand } from "@wattle/contracts/brand";
import { useBrand } from "../../brand/brand.tsx";
import { RegulatorLine } from "../../brand/regulator-line.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { LegalPage, type LegalSection } from "./legal-page.tsx";

function sections(brand: Brand): LegalSection[] {
  const mail = <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>;
  return [
    {
      id: "purpose",
      title: "Purpose",
      body: (
        <p>
          Exchanges of money for digital currency can be misused to launder the proceeds of crime and to
          finance terrorism. This page says what {brand.name}, operated by {brand.legalEntity}, does about it
          on this site, and what we ask of you. <RegulatorLine />
        </p>
      ),
    },
    {
      id: "identity",
      title: "Who you are",
      body: (
        <>
          <p>Before you can deposit, exchange or withdraw, we ask for</p>
          <ul>
            <li>your email address, which you confirm by a link that we send to it;</li>
            <li>your full name, date of birth and home address;</li>
            <li>an identity document with its type, number and country;</li>
            <li>photos of the document and of you, taken here or at a firm that checks identities for us.</li>
          </ul>
          <p>
            Staff compare your details with the photos, or with what that firm found, and verify or reject
            them. If sending them again can help, we tell you what to change. Accounts are for people aged 18
            or over.
          </p>
        </>
      ),
    },
    {
      id: "bank-accounts",
      title: "Bank accounts",
      body: (
        <p>
          Use bank accounts in your own name, both to pay and to be paid. Withdrawals of money go only to bank
          accounts that you have added. For 24 hours after you add or change one, nothing is paid to it. For
          24 hours after you change your password, nothing is paid at all.
        </p>
      ),
    },
    {
      id: "deposits",
      title: "Deposits",
      body: (
        <p>
          Every deposit has a reference of your account. Staff match each payment with its reference before it
          is credited, and can return a payment to the account it came from. Cash is paid at a post office
          with Post Billpay, not to us.
        </p>
      ),
    },
    {
      id: "coins",
      title: "Coins",
      body: (
        <p>
          Coins are bought and sold within your account. You may bring in coins, and send coins to a wallet
          elsewhere, if your account offers it for the coin. Sending is off until you turn it on, and starts
          48 hours later. Card payments are taken by a payment provider, which delivers the coins to your
          account here.
        </p>
      ),
    },
    {
      id: "books",
      title: "Books and records",
      body: (
        <p>
          Every movement of money and coins is an entry in double-entry books. Entries and the log of what
          staff do can be added to, never changed or deleted. Each time staff open a photo of a document, the
          log records who opened it and when. What else is kept is in the{" "}
          <SiteLink to="/privacy-policy">Privacy policy</SiteLink>.
        </p>
      ),
    },
    {
      id: "decisions",
      title: "What we can decide",
      body: (
        <p>
          Staff can reject an identity, return a deposit, reject a withdrawal and block an account. A blocked
          account cannot deposit, exchange or withdraw; its balances are unchanged. To ask for a review, email{" "}
          {mail}. There may be cases in which the law does not let us give a reason.
        </p>
      ),
    },
    {
      id: "you",
      title: "What we ask of you",
      body: (
        <ul>
          <li>Give true and complete details.</li>
          <li>Use only your own money, for yourself.</li>
          <li>
            Do not move money for others, as a favour or as a “job”. People who ask for that are laundering
            money through you.
          </li>
          <li>Email us at {mail} when something does not look right.</li>
        </ul>
      ),
    },
  ];
}

export function AmlPage() {
  const brand = useBrand();
  return (
    <LegalPage
      seed="site.aml"
      title="AML policy"
      gist="What we ask you for before you trade, and why. In short: your real name, your own money, your own bank account."
      sections={sections(brand)}
    />
  );
}
