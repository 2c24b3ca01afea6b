import { DAY_MILLISECONDS, dayText } from "@wattle/contracts/days";
import { midSentence } from "@wattle/contracts/staff-times";
import { useState, type ReactNode } from "react";
import { useBrand } from "../../brand/brand.tsx";
import { Button } from "../../controls/button.tsx";
import { Loaded } from "../../controls/loaded.tsx";
import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { STATUS_WORDS } from "../../history/statuses.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { classNames } from "../../ui/class-names.ts";
import { SiteLink } from "../../ui/site-link.tsx";
import { useLineActs } from "../bank/line-acts.ts";
import { ComparedLetters } from "../bank/matched-text.tsx";
import type { BankLineRecord, DepositRecord } from "../parts/answers.ts";
import { actCall } from "../parts/act-call.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { ActDrawer } from "../parts/act-drawer.tsx";
import { linePlace } from "../parts/arrived.ts";
import { MESSAGE } from "../parts/fields.ts";
import { isOpen, lineMoney, STATE_WORDS } from "../parts/line-words.ts";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { useRowOfAct } from "../parts/shown-by-itself.ts";
import { useMay } from "../parts/use-may.ts";
import { depositorName, depositPlace, moneyOf } from "./deposit-words.ts";
import { expectedOf, nearestLines, type NearLine } from "./nearest-lines.ts";
import styles from "./where-is-it.module.css";

/** Statements have no time of day, and banks book on another day than they are paid. */
const EARLIER = DAY_MILLISECONDS;
const MOST = 200;

const dayBefore = (at: string): string => new Date(Date.parse(at) - EARLIER).toISOString().slice(0, 10);

/** Lines since a deposit was started, its customer's lines, and lines of its amount. */
function useNearestLines(deposit: DepositRecord) {
  const from = dayBefore(deposit.created_at);
  const since = trpc.ops.bankLines.list.useQuery({ from, limit: MOST }, SHOWN_IN_PLACE);
  const own = trpc.ops.bankLines.list.useQuery({ customer: deposit.customer.id, from }, SHOWN_IN_PLACE);
  const amount = trpc.ops.bankLines.list.useQuery({ amount: expectedOf(deposit), from }, SHOWN_IN_PLACE);
  const lines = [since, own, amount].flatMap(({ data }) => data?.data ?? []);
  const [newest] = lines
    .filter(({ currency }) => currency === deposit.credit_currency)
    .map(({ booked_on: day }) => day)
    .toSorted()
    .toReversed();
  return { query: since, near: nearestLines(lines, deposit), newest };
}

const dayOfLine = ({ booked_on: day }: BankLineRecord): string => dayText(day);

/** The answer to the customer's question, in a sentence. */
function answerOf(nearest: NearLine | undefined, newest: string | undefined): string {
  if (nearest !== undefined) {
    const arrived = `${lineMoney(nearest.line)} arrived ${dayOfLine(nearest.line)}`;
    if (isOpen(nearest.line)) return `${arrived} and isn’t credited yet.`;
    if (nearest.line.status === "returned") return `${arrived} and goes back to its payer.`;
    return `${arrived} and was used for something else.`;
  }
  return newest === undefined
    ? "Not here yet. No statement since it was started."
    : `Not here yet. Statements are read to ${dayText(newest)}.`;
}

/** An email about it. @param reaches how long payments take to reach us: how a sentence begins */
function preparedMessage(
  deposit: DepositRecord,
  nearest: NearLine | undefined,
  reaches: string | undefined,
): string {
  const { reference } = deposit;
  if (nearest === undefined)
    return [
      `We haven’t received ${signedText(expectedOf(deposit), deposit.credit_currency)} with reference ${reference} yet.`,
      ...(reaches === undefined ? [] : [`Time to reach us: ${midSentence(reaches)}.`]),
      "If your bank shows it as paid, reply with its receipt and we’ll look for it.",
    ].join(" ");
  const money = lineMoney(nearest.line);
  if (nearest.line.status === "returned")
    return `Your payment of ${money} arrived, but we can’t credit it. We’re sending it back to the account it came from.`;
  const wrong = nearest.letters?.wrong.length ?? -1;
  if (wrong === 0) return `Your payment of ${money} arrived. We’re checking it and will email you.`;
  const why = wrong > 0 ? "a different reference" : "no reference";
  return `Your payment of ${money} arrived with ${why}, so it wasn’t matched to ${reference}. We’re checking it and will email you.`;
}

interface NearProps {
  readonly near: NearLine;
  /** Acts on it. */
  readonly children?: ReactNode;
}

/** A line that may be it, compared with the deposit. */
function Near({ near: { line, letters, alike }, children }: NearProps) {
  return (
    <li className={styles["near"]}>
      <p className={styles["head"]}>
        <SiteLink to={linePlace(line)}>
          {lineMoney(line)}, {dayOfLine(line)}
        </SiteLink>
        <Status kind={isOpen(line) ? "waiting" : "done"}>
          {isOpen(line) ? "Not credited" : STATE_WORDS[line.status]}
        </Status>
      </p>
      <p className={parts["muted"]}>
        {line.text}
        {line.payer !== null && !line.text.includes(line.payer) && `, ${line.payer}`}
      </p>
      {letters !== undefined && letters.wrong.length > 0 && <ComparedLetters {...letters} />}
      {alike.length > 0 && <p>{alike.join(" · ")}</p>}
      {children}
    </li>
  );
}

interface DrawerProps {
  readonly deposit: DepositRecord;
  readonly near: NearLine | undefined;
  readonly onClose: () => void;
}

/** Credits a line to a deposit: as it is proposed if it is for that deposit, else by assigning it. */
function CreditDrawer({ deposit, near, onClose }: DrawerProps & { readonly near: NearLine }) {
  const { id, reference, customer } = deposit;
  const { line } = near;
  const acts = useLineActs(line, {
    name: depositorName(deposit),
    deposit: { id, reference, paid: "0.00" },
    email: customer.email,
    state: STATUS_WORDS[deposit.status].word,
    planned: null,
  });
  const wanted = line.proposal?.deposit_id === id ? "credit" : "assign";
  const act = acts.find(({ name }) => name === wanted);
  if (act === undefined) return null;
  return (
    <ActDrawer
      title={act.title}
      button={act.button}
      about={<Near near={near} />}
      fields={act.fields}
      subject={line.id}
      log={id}
      done={act.done}
      call={act.call}
      onClose={onClose}
    />
  );
}

/** Emails the customer, whose message is prepared. */
function WriteDrawer({ deposit, near, onClose }: DrawerProps) {
  const { id, reference } = deposit;
  const name = depositorName(deposit);
  const { reaches } = useBrand().times;
  const initial = preparedMessage(
    deposit,
    near,
    Object.entries(reaches).find(([method]) => method === deposit.payment_method)?.[1],
  );
  return (
    <ActDrawer
      title={`Write to ${name}`}
      button="Send email"
      fields={[{ ...MESSAGE, hint: "Sent as an email", lines: "letter", initial }]}
      subject={id}
      done={`Email to ${name} sent`}
      call={({ message = "" }) => actCall("ops.deposits.write", { reference, message })}
      onClose={onClose}
    />
  );
}

interface CreditButtonProps {
  readonly near: NearLine;
  /** `c` credits the nearest. */
  readonly isFirst: boolean;
  /** Whether no other line may be it: then it is the next act. */
  readonly isOnly: boolean;
  readonly onCredit: () => void;
}

/** Credits a line, at the line: if several may be it, a person chooses. */
function CreditButton({ near: { line }, isFirst, isOnly, onCredit }: CreditButtonProps) {
  const button = `Credit ${lineMoney(line)}`;
  if (isFirst)
    return <ActButtons acts={[{ letter: "c", button, kind: isOnly ? "primary" : "quiet", run: onCredit }]} />;
  return (
    <Button kind="quiet" className={classNames(parts["small"], styles["other"])} onClick={onCredit}>
      {button}
    </Button>
  );
}

/** Says where the money of an open deposit is, and has the two acts that answer its customer. */
export function WhereIsIt({ deposit }: { readonly deposit: DepositRecord }) {
  const { reference, credit_currency: currency, created_at: started } = deposit;
  const { query, near, newest } = useNearestLines(deposit);
  const may = useMay();
  const [nearest] = near;
  const [crediting, setCrediting] = useState<NearLine>();
  const [isWriting, setWriting] = useState(false);
  const row = useRowOfAct();
  const candidates = may("ops.bankLines.credit") ? near.filter(({ line }) => isOpen(line)) : [];
  return (
    <section className={styles["where"]} aria-label={`Where is ${reference}?`}>
      <h3>Where is it?</h3>
      <Loaded query={query} what="the bank’s lines" lines={4}>
        {() => (
          <>
            <p className={styles["answer"]}>{answerOf(nearest, newest)}</p>
            <p className={parts["muted"]}>
              Started {momentText(started)}. Expected: {signedText(expectedOf(deposit), currency)}.
            </p>
            <ul className={styles["lines"]}>
              {near.map((each) => (
                <Near key={each.line.id} near={each}>
                  {candidates.includes(each) && (
                    <CreditButton
                      near={each}
                      isFirst={each === candidates[0]}
                      isOnly={candidates.length === 1}
                      onCredit={() => {
                        row.open();
                        setCrediting(each);
                      }}
                    />
                  )}
                </Near>
              ))}
            </ul>
            {may("ops.deposits.write") && (
              <ActButtons
                acts={[
                  {
                    letter: "w",
                    button: "Write to customer",
                    run: () => {
                      row.open();
                      setWriting(true);
                    },
                  },
                ]}
              />
            )}
          </>
        )}
      </Loaded>
      {crediting !== undefined && (
        <CreditDrawer deposit={deposit} near={crediting} onClose={() => setCrediting(undefined)} />
      )}
      {isWriting && <WriteDrawer deposit={deposit} near={nearest} onClose={() => setWriting(false)} />}
    </section>
  );
}

/** The newest open deposit of a customer, and links to the others. */
export function OpenDeposits({ id, email }: { readonly id: string; readonly email: string }) {
  const list = trpc.ops.deposits.list.useQuery(
    { text: email, status: "awaiting_payment", newest_first: true },
    SHOWN_IN_PLACE,
  );
  const [newest, ...others] = (list.data?.data ?? []).filter(({ customer }) => customer.id === id);
  if (newest === undefined) return null;
  return (
    <Panel title={`Open deposit ${newest.reference}`}>
      <WhereIsIt deposit={newest} />
      {others.map((deposit) => (
        <p key={deposit.id}>
          <SiteLink to={depositPlace(deposit)}>
            {moneyOf(deposit)}, {deposit.reference}
          </SiteLink>
        </p>
      ))}
    </Panel>
  );
}
