import type { Brand } from "@wattle/contracts/brand";
import { useBrand } from "../../brand/brand.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { LegalPage, type LegalSection } from "./legal-page.tsx";

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
      title: "What we collect, and what for",
      body: (
        <>
          <table>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">What for</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>Name, e-mail address, telephone, country, password (as a hash)</td>
                <td>Your account, and writing to you about it</td>
              </tr>
              <tr>
                <td>
                  Date of birth, home address, identity document and its picture, answers about where money
                  comes from
                </td>
                <td>Verifying you, which the law requires</td>
              </tr>
              <tr>
                <td>Bank accounts, deposits, exchanges, withdrawals, their references</td>
                <td>
                  Carrying out what you ask for, bookkeeping, duties under tax and anti-money-laundering law
                </td>
              </tr>
              <tr>
                <td>IP address, browser, times of sign-in, devices signed in</td>
                <td>Protecting your account, finding abuse and faults</td>
              </tr>
              <tr>
                <td>What you write to us</td>
                <td>Answering you</td>
              </tr>
              <tr>
                <td>The link or campaign that you came by</td>
                <td>Settling with partners, and knowing which campaigns work</td>
              </tr>
            </tbody>
          </table>
          <p>
            Without what the law requires we cannot open an account. Everything else you may leave out. We do
            not collect what we do not need, and buy no data about you.
          </p>
        </>
      ),
    },
    {
      id: "how",
      title: "Where it comes from",
      body: (
        <p>
          From you; from your browser while you use the site; from banks and payment providers when you pay;
          and from those who check identities and sanctions lists for us.
        </p>
      ),
    },
    {
      id: "basis",
      title: "Why we may",
      body: (
        <p>
          Because you have a contract with us or are about to; because the law obliges us; because we have a
          legitimate interest that does not outweigh yours, such as stopping fraud; or because you agreed,
          which you may take back at any time for the future.
        </p>
      ),
    },
    {
      id: "cookies",
      title: "Cookies and browser storage",
      body: (
        <>
          <p>
            We use no advertising or analytics cookies and no trackers of others. What is stored in your
            browser:
          </p>
          <ul>
            <li>
              a session cookie that keeps you signed in, a cookie against forged requests (XSRF-TOKEN), and
              one with your choice of light or dark, if you made one;
            </li>
            <li>
              in local storage: a copy of your user data so that pages open quickly, an exchange that you
              began, whether you came by a campaign.
            </li>
          </ul>
          <p>
            Forms that strangers may send check that you are not a robot. By default that happens on our own
            server; if another provider’s check is shown, it says whose it is.
          </p>
        </>
      ),
    },
    {
      id: "sharing",
      title: "Who gets it",
      body: (
        <>
          <p>We do not sell personal information. It goes, as far as they need it, to</p>
          <ul>
            <li>banks and payment providers who move your money;</li>
            <li>providers who host, mail and verify for us, bound by contract;</li>
            <li>
              the partner whose link you signed up through: your name, your e-mail address, and the amounts
              and times of your transactions;
            </li>
            <li>authorities, courts and auditors, where the law requires it;</li>
            <li>a successor of the business, under the same promises.</li>
          </ul>
        </>
      ),
    },
    {
      id: "abroad",
      title: "Other countries",
      body: (
        <p>
          Some of those may be in another country than you: customers in Nigeria are served from Australia,
          for one. We send personal information only where it is protected comparably, by law or by contract,
          and remain responsible for it. Ask us for the list of countries.
        </p>
      ),
    },
    {
      id: "security",
      title: "How it is protected",
      body: (
        <p>
          Personal details are encrypted, connections too. Documents are kept apart from the website and
          opened only by those who verify you, and each look is recorded. More is on the{" "}
          <SiteLink to="/security">security page</SiteLink>. Should data be lost or read by strangers and you
          could come to harm, we tell you and the authority: in Australia under the Notifiable Data Breaches
          scheme, in Nigeria within 72 hours.
        </p>
      ),
    },
    {
      id: "keeping",
      title: "How long we keep it",
      body: (
        <ul>
          <li>Identity records: seven years after your account was closed.</li>
          <li>Transactions and bookkeeping: seven years after the transaction.</li>
          <li>Sessions and technical records: until they expire, at most a year.</li>
          <li>What you wrote to us: two years after it was settled.</li>
          <li>An account that was opened and never verified: a year after it was last used.</li>
        </ul>
      ),
    },
    {
      id: "rights",
      title: "Your rights",
      body: (
        <>
          <p>You may at any time</p>
          <ul>
            <li>see what we hold about you, and get a copy;</li>
            <li>have it corrected;</li>
            <li>have it deleted or its use limited, as far as the law does not oblige us to keep it;</li>
            <li>take with you what you gave us, in a form that programs can read;</li>
            <li>object to a use that rests on our interest;</li>
            <li>ask that a decision made by a program alone be looked at by a person.</li>
          </ul>
          <p>
            Write to {mail}. We answer within 30 days, free of charge, and may first make sure that it is you.
          </p>
        </>
      ),
    },
    {
      id: "children",
      title: "Children",
      body: (
        <p>
          The service is for adults. If we learn that an account belongs to somebody under 18, we close it.
        </p>
      ),
    },
    {
      id: "complaints",
      title: "Complaints",
      body: (
        <p>
          Write to us first; we answer within 30 days. If that does not help, you may turn to the Office of
          the Australian Information Commissioner (oaic.gov.au) or, in Nigeria, the Nigeria Data Protection
          Commission (ndpc.gov.ng).
        </p>
      ),
    },
    {
      id: "changes",
      title: "Changes",
      body: (
        <p>
          When we change how we handle personal information we change this page first, and write to you when
          the change matters.
        </p>
      ),
    },
  ];
}

export function PrivacyPage() {
  const brand = useBrand();
  return (
    <LegalPage
      seed="site.privacy"
      title="Privacy policy"
      gist="What we know about you, why, who else does, and what you can do about it. In short: what the law and your orders require, no trackers, nothing sold."
      sections={sections(brand)}
    />
  );
}
