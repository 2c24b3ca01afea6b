import type { Brand } from "@wattle/contracts/brand";
import { useBrand } from "../../brand/brand.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { LegalPage, type LegalSection } from "./legal-page.tsx";

// oxlint-disable-next-line max-lines-per-function -- a legal text, section by section, is read as a whole
function sections(brand: Brand): LegalSection[] {
  const mail = <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>;
  return [
    {
      id: "who",
      title: "Who is responsible",
      body: (
        <p>
          {brand.name} is operated by {brand.legalEntity}, which is responsible for your personal information,
          under the Australian Privacy Act 1988 with its Australian Privacy Principles and, for people in
          Nigeria, the Nigeria Data Protection Act 2023. For anything about it write to {mail}.
        </p>
      ),
    },
    {
      id: "what",
      title: "What is collected, and what for",
      body: (
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">What for</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>Name, email address, phone number, country, password (as a hash)</td>
              <td>Your account, and emails about it</td>
            </tr>
            <tr>
              <td>Date of birth, home address, identity document, photos of it and of you</td>
              <td>Verifying who you are, which the law requires</td>
            </tr>
            <tr>
              <td>Bank accounts, deposits, exchanges, withdrawals, their references</td>
              <td>Doing what you ask for, and bookkeeping</td>
            </tr>
            <tr>
              <td>IP address, browser, when you log in, which devices are logged in</td>
              <td>
                Protecting your account, finding abuse and faults, and noticing one person with two accounts
              </td>
            </tr>
            <tr>
              <td>What you send to support and the OTC desk</td>
              <td>Answering you</td>
            </tr>
            <tr>
              <td>The partner link or campaign that you came by</td>
              <td>The partners board, and NGN for visitors from Nigerian campaigns</td>
            </tr>
          </tbody>
        </table>
      ),
    },
    {
      id: "how",
      title: "Where it comes from",
      body: (
        <p>
          From you; from your browser while you use the site; from the payment provider when you pay by card;
          and from the firm that checks your identity, if we use one.
        </p>
      ),
    },
    {
      id: "cookies",
      title: "Cookies and browser storage",
      body: (
        <>
          <p>This site has no advertising or analytics cookies. What it stores in your browser:</p>
          <ul>
            <li>
              a session cookie that keeps you logged in, one that tells us your device when you log in again,
              a cookie against forged requests (XSRF-TOKEN), and one with your choice of light or dark, if you
              made one;
            </li>
            <li>
              in local storage: a copy of your user data so that pages open quickly, an exchange that you
              began, and the campaign that you came by.
            </li>
          </ul>
          <p>
            Forms that anyone may send have a robot check. It runs on our own server, unless you are shown
            Google’s reCAPTCHA, which sends data to Google.
          </p>
        </>
      ),
    },
    {
      id: "sharing",
      title: "Who gets it",
      body: (
        <ul>
          <li>
            Our staff, as far as their work needs it. Photos of documents can be opened by staff only, and
            each opening is recorded.
          </li>
          <li>Our bank, so that it can pay your withdrawals.</li>
          <li>
            The firm that checks your identity, if we use one: you show it your document and your face on its
            own page, and read its name before you go there. It keeps its own copy. To have that deleted,
            write to {mail}.
          </li>
          <li>The payment provider, if you pay by card: it asks you for its own details.</li>
          <li>
            The partner whose link you signed up with: your name, your email address, and the amounts and
            times of your transactions. The sign-up page says so before you sign up.
          </li>
          <li>Authorities and courts, where the law requires it.</li>
        </ul>
      ),
    },
    {
      id: "security",
      title: "How it is protected",
      body: (
        <p>
          Personal details are encrypted, and passwords are stored as hashes only. More is on the{" "}
          <SiteLink to="/security">security page</SiteLink>.
        </p>
      ),
    },
    {
      id: "keeping",
      title: "How long it is kept",
      body: (
        <ul>
          <li>
            Entries in the books, transactions and the log of what staff do are never deleted: that is what
            makes them reliable.
          </li>
          <li>Account and identity details are kept for as long as the account exists.</li>
          <li>
            The text of an email is removed from our records once it has been sent. Links in emails expire
            after an hour.
          </li>
        </ul>
      ),
    },
    {
      id: "rights",
      title: "What you can do",
      body: (
        <>
          <p>In your account you can</p>
          <ul>
            <li>see your details and change your email address, phone number and password;</li>
            <li>see which devices are logged in, and log them out;</li>
            <li>download your transactions as a file.</li>
          </ul>
          <p>
            For anything else that the law entitles you to, such as a copy, a correction or deletion of
            personal information, write to {mail}. A person handles it. What the law obliges us to keep cannot
            be deleted.
          </p>
        </>
      ),
    },
    {
      id: "complaints",
      title: "Complaints",
      body: (
        <p>
          Write to {mail} first. You may also turn to the Office of the Australian Information Commissioner
          (oaic.gov.au) or, in Nigeria, the Nigeria Data Protection Commission (ndpc.gov.ng).
        </p>
      ),
    },
    {
      id: "changes",
      title: "Changes",
      body: <p>Changes to how personal information is handled are published on this page.</p>,
    },
  ];
}

export function PrivacyPage() {
  const brand = useBrand();
  return (
    <LegalPage
      seed="site.privacy"
      title="Privacy policy"
      gist="What we know about you, why, who else sees it, and what you can do about it. In short: what the law and your orders need, and no advertising."
      sections={sections(brand)}
    />
  );
}
