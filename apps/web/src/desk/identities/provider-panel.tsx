import { dayText, isDay } from "@wattle/contracts/days";
import type { IdentityCheckReport } from "@wattle/contracts/identity";
import { Panel } from "../../controls/panel.tsx";
import { Status, type StateWord } from "../../controls/status.tsx";
import { PROVIDER_NAMES } from "@wattle/contracts/identity-checks";
import { Facts } from "../../ui/facts.tsx";
import { momentText } from "../parts/moment-text.ts";

const STATES: Readonly<Record<IdentityCheckReport["state"], StateWord>> = {
  started: { kind: "waiting", word: "Not finished" },
  checking: { kind: "waiting", word: "Checking" },
  approved: { kind: "done", word: "Approved" },
  retry: { kind: "risk", word: "May try again" },
  declined: { kind: "failed", word: "Declined" },
  again: { kind: "waiting", word: "Sent back by staff" },
};

/** The answer of an identity provider, next to the form: what it read, and which of that is not as in the form. */
export function ProviderPanel({ report }: { readonly report: IdentityCheckReport }) {
  const { provider, state, found, differs, labels, changed_at: at, url } = report;
  const { kind, word } = STATES[state];
  const read = (fact: IdentityCheckReport["differs"][number], text: string) => (
    <>
      {text === "" ? "Not read" : text}
      {differs.includes(fact) && text !== "" && (
        <>
          {" "}
          <Status kind="risk">Not as in the form</Status>
        </>
      )}
    </>
  );
  const hasRead = state !== "started" && state !== "checking";
  return (
    <Panel title={PROVIDER_NAMES[provider]} aside={<Status kind={kind}>{word}</Status>}>
      <Facts
        facts={[
          ...(hasRead
            ? ([
                ["Name", read("name", found.name)],
                [
                  "Date of birth",
                  read("birth_date", isDay(found.birth_date) ? dayText(found.birth_date) : found.birth_date),
                ],
                ["Document", found.document === "" ? "Not read" : found.document],
                ["Document number", read("document_number", found.document_number)],
              ] as const)
            : []),
          ["Reasons", labels.length === 0 ? null : labels.join(", ")],
          ["Since", momentText(at)],
        ]}
      />
      {url !== null && (
        <p>
          <a href={url} target="_blank" rel="noreferrer">
            Open at {PROVIDER_NAMES[provider]}
          </a>
        </p>
      )}
    </Panel>
  );
}
