import { dayText } from "@wattle/contracts/days";
import { useEffect, useState } from "react";
import { Button } from "../../controls/button.tsx";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { noteText } from "../approvals/approval-words.ts";
import type { BankLineRecord } from "../parts/answers.ts";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import { LastActs } from "../parts/last-acts.tsx";
import { customerFact, referenceFact } from "../parts/link-facts.tsx";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { LookingAt, useHere } from "../parts/presence.tsx";
import { Facts } from "../../ui/facts.tsx";
import { SiteLink } from "../../ui/site-link.tsx";
import styles from "./bank.module.css";
import { referenceOf, seenOf, useLineActs, type LineAct, type Target } from "./line-acts.ts";
import { isOpen, lineMoney, STATE_WORDS, whysOf } from "../parts/line-words.ts";
import { ComparedLetters, MatchedText } from "./matched-text.tsx";
import { lettersOf } from "./reference-piece.ts";
import { TargetBox } from "./target-box.tsx";

/** Subject of a line in the audit log: a credited one is under its deposit or customer. */
const subjectOf = ({ id, status, matched_id: matched }: BankLineRecord): string =>
  status === "credited" ? (matched ?? id) : id;

/** The bank's text, the proposal, and the reasons. */
function Line({ line }: { readonly line: BankLineRecord }) {
  const { proposal, payer, booked_on: day, message, internal_note: note } = line;
  const customer = proposal?.customer;
  const [first = "", ...others] = whysOf(line);
  const letters = lettersOf(line);
  const how = letters === undefined ? proposal?.reasons.slice(0, 1) : [];
  return (
    <>
      <div>
        <h3 className={parts["label"]}>{first.replace(/\.$/, "")}</h3>
        <ul className={styles["reasons"]}>
          {[...others, ...(how ?? [])].map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        {letters !== undefined && <ComparedLetters {...letters} />}
      </div>
      <Facts
        facts={[
          ["Bank’s text", <MatchedText key="text" line={line} />],
          ["Payer", payer ?? "Not said"],
          ["Booked", dayText(day)],
          ["Expected", proposal?.expected == null ? null : signedText(proposal.expected, line.currency)],
          ...(customer == null
            ? []
            : [customerFact(customer.id, `${customer.first_name} ${customer.last_name}`)]),
          ...(proposal?.reference == null ? [] : [referenceFact(proposal.reference)]),
          ["Message", message],
          ["Note", note && noteText(note)],
        ]}
      />
    </>
  );
}

/** Whether a line is still what an act on it began with. */
const isSame = (begun: BankLineRecord, now: BankLineRecord): boolean =>
  JSON.stringify([referenceOf(begun), seenOf(begun)]) === JSON.stringify([referenceOf(now), seenOf(now)]);

/** Lines of the audit log about changes of a line's proposal: its customer on hold, else its deposit. */
const changedIn = ({ proposal }: BankLineRecord): string | undefined =>
  (proposal?.paid == null ? proposal?.customer?.id : proposal.deposit_id) ?? undefined;

/** A line that changed as an act on it was about to be done. */
function Now({ line }: { readonly line: BankLineRecord }) {
  return (
    <div>
      <p className={parts["label"]}>Now</p>
      <ul className={styles["reasons"]}>
        {whysOf(line).map((why) => (
          <li key={why}>{why}</li>
        ))}
      </ul>
    </div>
  );
}

/** To whom a line is about to be credited that nothing was proposed for. */
function Chosen({ target }: { readonly target: Target }) {
  return (
    <Facts
      facts={[
        ["Credit to", target.name],
        ["Email", target.email],
        ["Planned", target.planned],
        ["Deposit", target.deposit?.reference ?? null],
        ["State", target.state],
      ]}
    />
  );
}

interface LinePanelProps {
  readonly line: BankLineRecord;
  /** The request that waits for a second person about it. */
  readonly request: string | undefined;
  /** Called with what does the proposed act, which Enter on the open row does, too. */
  readonly proposedRef: { current: (() => void) | undefined };
  readonly onDone: () => void;
}

/** One line, and what can be done with it. */
export function LinePanel({ line, request, proposedRef, onDone }: LinePanelProps) {
  const [target, setTarget] = useState<Target>();
  const [doing, setDoing] = useState<LineAct["name"]>();
  // The line as it was when the act began. If someone else was first, the server's refusal says so in the drawer.
  const [begun, setBegun] = useState<BankLineRecord>();
  useHere({ kind: "bank_line", id: line.id });
  const acts = useLineActs(begun ?? line, target);
  const current = acts.find(({ name }) => name === doing);
  const close = (): void => {
    setDoing(undefined);
    setTarget(undefined);
    setBegun(undefined);
  };
  const begin = (name: LineAct["name"]): void => {
    setBegun(line);
    setDoing(name);
  };
  const open = request === undefined ? acts : [];
  const changed = begun !== undefined && isOpen(line) && !isSame(begun, line);
  useKeys(
    open
      .filter(({ letter }) => letter !== "Enter")
      .map((act) => ({ keys: act.letter, does: wordsOf(act, line), run: () => begin(act.name) })),
  );
  useEffect(() => {
    const [first] = open;
    proposedRef.current = first && (() => begin(first.name));
  });
  return (
    <Panel
      title={lineMoney(line)}
      aside={
        <Status kind={request === undefined && !isOpen(line) ? "done" : "waiting"}>
          {request === undefined ? STATE_WORDS[line.status] : "Waiting for a second person"}
        </Status>
      }
    >
      <div className={styles["line"]}>
        <LookingAt subject={line.id} />
        {!isOpen(line) && <LastActs subject={subjectOf(line)} />}
        {line.settled_at !== null && <p className={parts["muted"]}>Used {momentText(line.settled_at)}</p>}
        {request !== undefined && (
          <SiteLink to={`/teamaccess/approvals?id=${request}`}>Open the request</SiteLink>
        )}
        <div className={styles["lineActs"]}>
          {open.map((act, place) => (
            <Button
              key={act.name}
              kind={place === 0 ? "primary" : "quiet"}
              className={parts["small"]}
              onClick={() => begin(act.name)}
            >
              {wordsOf(act, line)} <Key>{place === 0 ? "Enter" : act.letter}</Key>
            </Button>
          ))}
        </div>
        <Line line={line} />
      </div>
      {current?.name === "assign" && target === undefined ? (
        <TargetBox
          line={line}
          onTarget={(chosen) => {
            // The box has closed itself before.
            setTarget(chosen);
            begin("assign");
          }}
          onClose={close}
        />
      ) : (
        current !== undefined && (
          <ActDrawer
            key={current.name}
            title={current.title}
            button={current.button}
            about={
              <>
                {target !== undefined && <Chosen target={target} />}
                {changed && <Now line={line} />}
                <Line line={begun ?? line} />
              </>
            }
            fields={current.fields}
            subject={subjectOf(line)}
            log={target?.deposit?.id ?? (changed ? changedIn(line) : undefined)}
            late={isOpen(line) ? changed && "This has changed since you opened it." : true}
            done={current.done}
            call={current.call}
            onDone={onDone}
            onClose={close}
          />
        )
      )}
    </Panel>
  );
}

/** An act on its button. If no one is proposed, there is no one else either. */
function wordsOf({ name, title, button }: LineAct, { proposal }: BankLineRecord): string {
  if (name === "assign") return proposal === null ? "Find who paid" : "Someone else";
  return name === "credit" ? title : button;
}
