import type { Brand } from "@wattle/contracts/brand";
import { useBrand } from "../../brand/brand.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { LegalPage, type LegalSection } from "./legal-page.tsx";

function sections(brand: Brand): LegalSection[] {
  return [
    {
      id: "purpose",
      title: "Purpose",
      body: (
        <>
          <p>
            Businesses that exchange money for digital currency can be misused to launder the proceeds of
            crime and to finance terrorism. {brand.name} and the company behind it, {brand.legalEntity}, work
            to prevent that. This page says in plain words what we do, what we ask of you, and why.
          </p>
          <p>
            It sums up our internal programme, which is kept in more detail, approved by the management,
            reviewed regularly and after every important change, and binding on everybody who works for us.
          </p>
        </>
      ),
    },
    {
      id: "law",
      title: "The law behind it",
      body: (
        <>
          <ul>
            <li>
              In Australia, the Anti-Money Laundering and Counter-Terrorism Financing Act 2006 and the rules
              made under it, supervised by AUSTRAC.
            </li>
            <li>
              In Nigeria, the Money Laundering (Prevention and Prohibition) Act 2022 and the Terrorism
              (Prevention and Prohibition) Act 2022; reports go to the Nigerian Financial Intelligence Unit.
            </li>
            <li>The sanctions of the United Nations, and those of Australia and Nigeria.</li>
            <li>
              The recommendations of the Financial Action Task Force, as a measure where the law leaves room.
            </li>
          </ul>
          <p>{brand.regulatorLine}</p>
        </>
      ),
    },
    {
      id: "risk",
      title: "Weighing the risk",
      body: (
        <p>
          We weigh the risk of customers, countries, products and ways of payment, and look more closely where
          it is higher. A new product or way of payment is weighed before it is offered. Anonymous accounts
          and accounts in invented names do not exist here.
        </p>
      ),
    },
    {
      id: "identity",
      title: "Who you are",
      body: (
        <>
          <p>Before the first deposit, exchange or withdrawal we collect and verify</p>
          <ul>
            <li>your full name, date of birth and home address;</li>
            <li>an identity document with its type and number, and a picture of it;</li>
            <li>your e-mail address, by a link that we send to it;</li>
            <li>for a company: its registration, its directors, and the people who own or control it.</li>
          </ul>
          <p>
            A person looks at what you send. If it cannot be read or does not fit together we say what is
            missing, and you may send it again.
          </p>
        </>
      ),
    },
    {
      id: "closer",
      title: "When we look closer",
      body: (
        <>
          <p>We ask for more, such as where the money comes from and what the exchange is for,</p>
          <ul>
            <li>
              for people who hold, or recently held, a prominent public office, and those close to them;
            </li>
            <li>for countries with a higher risk;</li>
            <li>for amounts or patterns that do not fit what we know of you;</li>
            <li>
              for trades over <SiteLink to="/otc-desk">the OTC desk</SiteLink>;
            </li>
            <li>whenever something about a transaction is suspicious.</li>
          </ul>
          <p>Without a good answer we do not carry the transaction out, and may end the relationship.</p>
        </>
      ),
    },
    {
      id: "sanctions",
      title: "Sanctions",
      body: (
        <p>
          Customers are compared with the lists of sanctioned people and organisations when they sign up and
          whenever the lists change. We do not deal with anybody on them. What we must freeze we freeze, and
          report.
        </p>
      ),
    },
    {
      id: "own-name",
      title: "Accounts in your own name",
      body: (
        <p>
          Money comes from, and goes to, accounts in the customer’s own name. A payment from somebody else’s
          account is returned. A withdrawal to a bank account that was just added or changed waits for 24
          hours.
        </p>
      ),
    },
    {
      id: "cash",
      title: "Cash",
      body: (
        <p>
          Cash comes in only over counters of our payment partners, against a reference from your account.
          Physical currency from the amount that the law sets (in Australia, 10,000 AUD) is reported to the
          authority. Splitting a sum to stay below it is itself an offence, and is reported as well.
        </p>
      ),
    },
    {
      id: "monitoring",
      title: "Monitoring transactions",
      body: (
        <p>
          Transactions are monitored for as long as the account exists, by rules and by people: unusual
          amounts, money that only passes through, many accounts that act as one, and the like. Some
          transactions wait until somebody has looked at them.
        </p>
      ),
    },
    {
      id: "reports",
      title: "Reports to authorities",
      body: (
        <p>
          We report suspicious matters, cash from the legal amount on, and whatever else the law names. The
          law forbids us to tell anybody, you included, that a suspicious matter was reported or looked into.
          If we cannot say why something takes time, that may be the reason; it need not be.
        </p>
      ),
    },
    {
      id: "records",
      title: "Records",
      body: (
        <p>
          Identity records are kept for seven years after the relationship ended, transaction records for
          seven years after the transaction, and longer only where the law requires it. How they are protected
          is in the <SiteLink to="/privacy-policy">Privacy policy</SiteLink>.
        </p>
      ),
    },
    {
      id: "people",
      title: "Our people",
      body: (
        <p>
          A compliance officer with direct access to the management is responsible for the programme.
          Everybody who works with customers or money is checked before and trained when they begin and
          regularly afterwards. The programme is reviewed by somebody independent of it.
        </p>
      ),
    },
    {
      id: "you",
      title: "What we ask of you",
      body: (
        <>
          <ul>
            <li>Answer our questions truthfully and soon.</li>
            <li>Use only your own money, for yourself.</li>
            <li>
              Do not move money for others, not as a favour and not as a “job”. People who ask for that are
              laundering money, through you.
            </li>
            <li>
              Tell us at <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> when you see
              something that is not right.
            </li>
          </ul>
        </>
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
      gist="How we keep crime out, what we ask you for and why. In short: real names, your own money, and questions where something is unusual."
      sections={sections(brand)}
    />
  );
}
