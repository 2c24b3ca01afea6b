import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { CaseRecord } from "@wattle/contracts/cases";
import { dayText } from "@wattle/contracts/days";
import { Button } from "../../controls/button.tsx";
import { Loaded } from "../../controls/loaded.tsx";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { TYPE_WORDS } from "../../history/history-search.ts";
import { amountText } from "../../money/price-figures.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import { noteText } from "../approvals/approval-words.ts";
import { useWaiting } from "../approvals/use-waiting.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { Key } from "../parts/key.tsx";
import { customerFact } from "../parts/link-facts.tsx";
import { dayOf, momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { LookingAt, useHere } from "../parts/presence.tsx";
import { useKeys } from "../parts/keys.ts";
import { useActAsOpened } from "../parts/use-as-opened.ts";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useServerTime } from "../parts/use-today.ts";
import { caseActs } from "./case-acts.ts";
import { caseState, namesOf, RATING_WORDS, reasonText } from "./case-words.ts";
import { firedText } from "../parts/fired-words.ts";
import styles from "./compliance.module.css";
import { DueClock } from "./due-clock.tsx";
import { Hit } from "./hit.tsx";

/** The customer with the rating and its reasons. */
function CustomerPanel({ customer }: Pick<CaseRecord, "customer">) {
  const rating = trpc.ops.customers.rating.useQuery({ id: customer.id }, SHOWN_IN_PLACE);
  return (
    <Panel title={customer.name}>
      <Facts
        facts={[
          customerFact(customer.id, customer.email),
          [
            "Risk",
            rating.data === undefined ? null : rating.data.rating === "high" ? (
              <Status kind="risk">High</Status>
            ) : (
              RATING_WORDS[rating.data.rating]
            ),
          ],
          ...(rating.data?.reasons ?? []).map((reason) => ["Why", reason] as const),
          ["Review on", rating.data === undefined ? null : dayText(rating.data.review_on)],
        ]}
      />
    </Panel>
  );
}

/** The customer's other cases. */
function LinkedPanel({ linked }: Pick<CaseRecord, "linked">) {
  if (linked.length === 0) return null;
  return (
    <Panel title="Other cases of this customer">
      <ul className={styles["plain"]}>
        {linked.map((other) => {
          const { kind, word } = caseState(other);
          return (
            <li key={other.id}>
              <SiteLink to={`/teamaccess/cases?id=${other.id}`}>
                {firedText(other)}, {dayOf(other.opened_at)}
              </SiteLink>{" "}
              <Status kind={kind} quiet={kind === "done"}>
                {word}
              </Status>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** A transaction behind the case. */
function BehindIt({ reference }: { readonly reference: string }) {
  const { data } = trpc.ops.transactions.find.useQuery({ reference }, { retry: false, ...SHOWN_IN_PLACE });
  return (
    <li>
      <SiteLink to={`/teamaccess/transactions?reference=${reference}`}>{reference}</SiteLink>{" "}
      {data !== undefined && (
        <span className={parts["muted"]}>
          {`${TYPE_WORDS[data.transaction_type]} of ${amountText(data.credit, data.credit_currency)}, ${momentText(data.created_at)}`}
        </span>
      )}
    </li>
  );
}

/** The reason for the case, with the rows behind it. */
function Fired({ found, question }: { readonly found: CaseRecord; readonly question: ReactNode }) {
  const { rows, hits, filings } = found;
  const navigate = useNavigate();
  const newest = filings.at(-1);
  useKeys(
    newest === undefined
      ? []
      : [
          {
            keys: "o",
            does: "Open the report",
            run: () => void navigate({ to: `/teamaccess/filings?row=${newest}` }),
          },
        ],
  );
  return (
    <Panel title={firedText(found)}>
      {rows.length + filings.length > 0 && (
        <ul className={styles["plain"]}>
          {rows.map((reference) => (
            <BehindIt key={reference} reference={reference} />
          ))}
          {filings.map((filing) => (
            <li key={filing}>
              <SiteLink to={`/teamaccess/filings?row=${filing}`}>Open the report</SiteLink>{" "}
              {filing === newest && <Key>o</Key>}
            </li>
          ))}
        </ul>
      )}
      {hits.map((hit) => (
        <Hit key={hit.id} hit={hit} />
      ))}
      {question}
      {rows.length + hits.length + filings.length === 0 && (
        <p className={parts["muted"]}>{reasonText(found)}</p>
      )}
    </Panel>
  );
}

function Notes({ found, nameOf }: { readonly found: CaseRecord; readonly nameOf: (id: string) => string }) {
  return (
    <Panel title="Notes">
      {found.notes.length === 0 && <p className={parts["muted"]}>No notes yet</p>}
      <ol className={styles["plain"]}>
        {found.notes.map(({ id, author, text, created_at: at }) => (
          <li key={id}>
            <strong>{nameOf(author)}</strong> <span className={parts["muted"]}>{momentText(at)}</span>
            <p className={styles["note"]}>{noteText(text as unknown as object)}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Case({ found }: { readonly found: CaseRecord }) {
  const { search, change } = useDeskSearch();
  const now = useServerTime();
  useHere({ kind: "case", id: found.id });
  const request = useWaiting("ops.cases.close")?.get(found.id);
  const nameOf = namesOf(found.colleagues);
  const acts = caseActs(found, request !== undefined);
  const possible = acts.find(({ name }) => name === search["act"]);
  const doing = useActAsOpened(possible);
  const { kind, word } = caseState(found);
  const answers = acts.filter(({ answer }) => answer !== undefined);
  const question = found.hits.length > 0 && found.assignee !== null && answers.length > 0 && (
    <div className={styles["question"]}>
      <strong>Is this the same person?</strong>
      {answers.map(({ name, answer }) => (
        <Button key={name} kind="quiet" className={parts["small"]} onClick={() => change({ act: name })}>
          {answer}
        </Button>
      ))}
    </div>
  );
  return (
    <>
      <div className={styles["state"]}>
        <Status kind={kind} quiet={kind !== "failed"}>
          {word}
        </Status>
        {found.closed_at === null && (
          <span>
            Due {momentText(found.due_at)}: <DueClock opened={found.opened_at} due={found.due_at} now={now} />
          </span>
        )}
        {found.terrorism && <Status kind="risk">About terrorism</Status>}
        <span>On it: {found.assignee === null ? "no one" : nameOf(found.assignee)}</span>
      </div>
      <LookingAt subject={found.id} />
      {request !== undefined && (
        <p>
          <Status kind="waiting">Waiting for a second person</Status>{" "}
          <SiteLink to={`/teamaccess/approvals?id=${request}`}>Open the request</SiteLink>
        </p>
      )}
      <ActButtons
        acts={acts.map(({ name, letter, label, main, rare }) => ({
          letter,
          button: label,
          rare: rare === true && main !== true,
          kind: main === true ? ("primary" as const) : ("quiet" as const),
          run: () => change({ act: name }),
        }))}
      />
      <div className={styles["columns"]}>
        <div className={styles["column"]}>
          <Fired found={found} question={question} />
          <Notes found={found} nameOf={nameOf} />
        </div>
        <div className={styles["column"]}>
          <CustomerPanel customer={found.customer} />
          <LinkedPanel linked={found.linked} />
        </div>
      </div>
      {doing !== undefined && (
        <ActDrawer
          key={doing.name}
          title={doing.title}
          button={doing.button}
          fields={doing.fields ?? []}
          subject={found.id}
          late={possible === undefined}
          done={doing.done}
          call={doing.call}
          onClose={() => change({ act: "" })}
        />
      )}
    </>
  );
}

/** A case with everything that belongs to it. */
export function CasePage({ id }: { readonly id: string }) {
  const found = trpc.ops.cases.get.useQuery({ id }, SHOWN_IN_PLACE);
  const { data } = found;
  return (
    <Screen
      title={data === undefined ? "Case" : `${data.customer.name}: ${firedText(data)}`}
      aside={<SiteLink to="/teamaccess/cases">All cases</SiteLink>}
    >
      <Loaded query={found} what="this case" lines={10}>
        {(known) => <Case found={known as unknown as CaseRecord} />}
      </Loaded>
      <p className={parts["muted"]}>The customer never learns that there is a case.</p>
    </Screen>
  );
}
