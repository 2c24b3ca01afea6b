import { dayText, isDay } from "@wattle/contracts/days";
import { IDENTITY_CHECKS } from "@wattle/contracts/identity-checks";
import { countryName } from "../../accounts/country-options.ts";
import { Panel } from "../../controls/panel.tsx";
import { DOCUMENT_TYPE_OPTIONS } from "../../identity/identity-steps.ts";
import { Facts } from "../../ui/facts.tsx";
import { aboutFacts } from "../../identity/about-words.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import type { CustomerFile } from "../parts/answers.ts";
import { CHECK_WORDS } from "../parts/check-words.ts";
import { momentText } from "../parts/moment-text.ts";
import { useMay } from "../parts/use-may.ts";
import { CUSTOMER_STATES } from "../parts/customer-states.ts";

type Identity = CustomerFile["identity"];

const OUTCOME = { verified: "Verified", sent_back: "Sent back" } as const;

const listed = (...values: readonly (string | null | undefined)[]): string =>
  values.filter(Boolean).join(", ");

/** The identity in lines: name, birth date, document, and the answers of the second step. */
function sentFacts({ form }: Identity): readonly (readonly [string, string])[] {
  const { date_of_birth: born = "" } = form;
  const type = DOCUMENT_TYPE_OPTIONS.find(({ value }) => value === form.document_type)?.label;
  return [
    ["Name", [form.first_name, form.middle_name, form.last_name].filter(Boolean).join(" ")],
    ["Born", isDay(born) ? dayText(born) : ""],
    [
      // A country by itself is a start of the form.
      form.document_number || type ? "Document" : "Country",
      listed(type, form.document_number, form.document_country && countryName(form.document_country)),
    ],
    ...aboutFacts(form.about),
  ];
}

/** The last decision: who, when, the checks, and the message to the customer. */
function decisionFacts({ decision }: Identity) {
  if (decision === null) return [];
  const { outcome, decided_at: at, decided_by: by, checks, message } = decision;
  return [
    [OUTCOME[outcome], `${momentText(at)}, by ${by}`],
    // An identity that is sent back has none.
    ...(outcome === "verified"
      ? [
          [
            "Checks",
            checks.length === 0 ? (
              "not on the desk"
            ) : (
              <details>
                <summary>
                  {checks.length} of {IDENTITY_CHECKS.length}
                </summary>
                {checks.map((check) => (
                  <div key={check}>{CHECK_WORDS[check]}</div>
                ))}
              </details>
            ),
          ] as const,
        ]
      : []),
    ...(message === null ? [] : [["The customer read", message] as const]),
  ] as const;
}

/** A customer’s identity: how far it is, what was sent, and how it was decided. */
export function IdentityFacts({ file: { user, identity } }: { readonly file: CustomerFile }) {
  const may = useMay();
  const wasSent = identity.submitted_at !== null;
  return (
    <Panel
      title="Identity"
      aside={
        wasSent &&
        may("ops.customers.verify") && (
          <SiteLink to={`/teamaccess/identities?id=${user.id}`}>Photos and form</SiteLink>
        )
      }
    >
      <Facts
        facts={[
          wasSent ? ["State", CUSTOMER_STATES[user.status].word] : ["Form", "Not sent"],
          ...(identity.submitted_at === null ? [] : [["Sent", momentText(identity.submitted_at)] as const]),
          ...sentFacts(identity).filter(([, value]) => value !== ""),
          ...decisionFacts(identity),
        ]}
      />
    </Panel>
  );
}
