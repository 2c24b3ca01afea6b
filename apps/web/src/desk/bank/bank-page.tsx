import { dayText } from "@wattle/contracts/days";
import { useIsMutating } from "@tanstack/react-query";
import { bankFormat } from "@wattle/contracts/bank-formats/formats";
import type { DepositAccount } from "@wattle/contracts/deposit-accounts";
import { useEffect, useRef, useState, type RefObject } from "react";
import { Notice } from "../../ui/notice.tsx";
import { Button } from "../../controls/button.tsx";
import { SelectField } from "../../controls/select-field.tsx";
import { Loaded } from "../../controls/loaded.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { classNames } from "../../ui/class-names.ts";
import type { BankLineRecord } from "../parts/answers.ts";
import { textColumn } from "../parts/columns.tsx";
import { DeskList, type DeskColumn } from "../parts/desk-list.tsx";
import { Screen } from "../parts/desk-screen.tsx";
import { FindForm } from "../parts/find-form.tsx";
import { Key } from "../parts/key.tsx";
import { useKeys } from "../parts/keys.ts";
import { LastActs } from "../parts/last-acts.tsx";
import parts from "../parts/parts.module.css";
import { signedText } from "../parts/signed-money.ts";
import { byAmount, byMoment, byText } from "../parts/sorting.ts";
import { StateFilter } from "../parts/state-filter.tsx";
import { useDeskSearch } from "../parts/use-desk-search.ts";
import { useSort } from "../parts/use-sort.ts";
import { useMay } from "../parts/use-may.ts";
import { BooksBar } from "./books-bar.tsx";
import styles from "./bank.module.css";
import { CERTAIN_RUN, CreditCertain, certainText, type CertainOutcome } from "./credit-certain.tsx";
import { DemoStatement } from "./demo-statement.tsx";
import { LinePanel } from "./line-panel.tsx";
import {
  goesTo,
  isCertain,
  isOpen,
  lineMoney,
  openText,
  STATE_WORDS,
  sumText,
  whyText,
} from "../parts/line-words.ts";
import { MatchedText } from "./matched-text.tsx";
import { WhyLine } from "./why-line.tsx";
import { StatementField, StatementOutcome, useStatement } from "./statement-drop.tsx";
import { SHOWN_STATES, useLines } from "./use-lines.ts";

const COLUMNS: readonly DeskColumn<BankLineRecord>[] = [
  {
    key: "day",
    title: "Booked",
    cell: ({ booked_on: at }) => <span className={styles["day"]}>{dayText(at)}</span>,
    sort: byMoment(({ booked_on: at }) => at),
    csv: ({ booked_on: at }) => at,
  },
  {
    key: "amount",
    title: "Amount",
    figures: true,
    cell: (line) => <strong>{signedText(line.amount)}</strong>,
    sort: byAmount(({ amount }) => amount),
    csv: ({ amount }) => amount,
  },
  {
    key: "text",
    title: "Bank’s text, payer",
    cell: (line) => (
      <span className={classNames(parts["line"], styles["cut"])}>
        <MatchedText line={line} />{" "}
        {line.payer !== null && <span className={parts["muted"]}>{line.payer}</span>}
      </span>
    ),
    csv: ({ text, payer }) => [text, payer].filter(Boolean).join(" "),
  },
  {
    key: "why",
    title: "Why",
    cell: (line) => <WhyLine line={line} />,
    csv: whyText,
  },
  {
    ...textColumn("to", "Goes to", goesTo),
    cell: (line) => <span className={parts["whole"]}>{goesTo(line)}</span>,
  },
];
/** For lists with lines of several states. */
const STATE: DeskColumn<BankLineRecord> = {
  key: "state",
  title: "State",
  cell: ({ status }) => STATE_WORDS[status],
  sort: byText(({ status }) => STATE_WORDS[status]),
  csv: ({ status }) => status,
};

/** An account among those of the house: 'AUD, Bank of Example, 062-000 1048 2211'. */
const depositAccountName = ({
  currency,
  bank_name,
  account_number: number,
  payid,
  ...codes
}: DepositAccount): string =>
  [
    currency,
    bank_name,
    payid ?? (number && bankFormat(currency)?.numbers({ ...codes, account_number: number })),
  ]
    .filter(Boolean)
    .join(", ");

/** The outcome of crediting the certain lines together. */
function Outcome({ credited, waiting, refused, unknown, left, why }: CertainOutcome) {
  return (
    <output>
      <Notice kind={refused.length > 0 || why !== undefined ? "warn" : "done"}>
        <p>
          {credited.length === 0 ? "None credited." : `${credited.length} credited, ${sumText(credited)}.`}
          {waiting.length > 0 && ` ${waiting.length} waiting for a second person, ${sumText(waiting)}.`}
        </p>
        {unknown !== undefined && (
          <p>
            We don’t know if {goesTo(unknown)}, {lineMoney(unknown)} was credited.
          </p>
        )}
        {why !== undefined && (
          <p>
            {left > 0 && `${left} not tried. `}
            {why}
          </p>
        )}
        {refused.length > 0 && (
          <ul className={styles["reasons"]}>
            {refused.map(({ line, why }) => (
              <li key={line.id}>
                {goesTo(line)}, {lineMoney(line)}: {why}
                {line.proposal?.deposit_id != null && <LastActs subject={line.proposal.deposit_id} />}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </output>
  );
}

const NONE = { title: "No lines", text: "Lines of the statements you import show here." };

/** The list's query, and its text without a line: it says that every line is used only if there ever was one. */
function useListOrNone(account: string, { shown, query }: ReturnType<typeof useLines>) {
  const may = useMay();
  const { search } = useDeskSearch();
  const isClear = shown === "open" && search["q"] === undefined && query.data?.length === 0;
  const ever = trpc.ops.bankLines.list.useQuery(
    { deposit_account_id: account, limit: 1 },
    { enabled: isClear, ...SHOWN_IN_PLACE },
  );
  if (!isClear) return { query, empty: NONE, isClear };
  if (ever.data === undefined)
    return { query: { data: undefined, isError: ever.isError, refetch: ever.refetch }, empty: NONE, isClear };
  const [newest] = ever.data.data;
  if (newest !== undefined) {
    const day = dayText(newest.booked_on);
    const next = may("ops.bankLines.import") ? " Import the next." : "";
    return {
      query,
      empty: { title: "All lines matched", text: `Last statement: ${day}.${next}` },
      isClear,
    };
  }
  const text = may("ops.bankLines.import")
    ? "Import this account’s statement. Its lines will show here."
    : "Its lines will show here once it’s imported.";
  return { query, empty: { title: "No statement yet", text }, isClear };
}

/** @returns what opens the choice of a file; asked for before it is known where its field is to be, it opens once that is known */
function useChoice(isKnown: boolean, open: RefObject<(() => void) | null>): () => void {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isKnown || !isWanted.current) return;
    isWanted.current = false;
    open.current?.();
  }, [isKnown, open]);
  return () => {
    if (isKnown) open.current?.();
    else isWanted.current = true;
  };
}

/** @returns the value, or the one before it for as long as it is held */
function useHeld<Value>(isHeld: boolean, value: Value): Value {
  const [kept, setKept] = useState(value);
  if (!isHeld && kept !== value) setKept(value);
  return isHeld ? kept : value;
}

/** The lines of one account's statements. */
function Lines({ account }: { readonly account: DepositAccount }) {
  const may = useMay();
  const { search, change } = useDeskSearch();
  const lines = useLines(account.id, search["q"]);
  const { shown } = lines;
  // As they were when it was asked for: the list changes while they are credited.
  const [asking, setAsking] = useState<readonly BankLineRecord[]>([]);
  const [outcome, setOutcome] = useState<CertainOutcome>();
  const chooseFile = useRef<() => void>(null);
  const proposed = useRef<() => void>(undefined);
  const id = search["id"];
  const found = trpc.ops.bankLines.get.useQuery(
    { id: id ?? "" },
    { enabled: id !== undefined, ...SHOWN_IN_PLACE },
  );
  const opened =
    lines.rows.find((line) => line.id === id) ?? (found.data?.id === id ? found.data : undefined);
  const { waiting } = lines;
  const { query, empty, isClear } = useListOrNone(account.id, lines);
  const statement = useStatement(account.id);
  const mayImport = may("ops.bankLines.import");
  const [isChoosing, setIsChoosing] = useState(false);
  // If there is nothing else to do, the field takes the list's place.
  const isEmpty = useHeld(isChoosing, isClear && query.data !== undefined);
  const isKnown = query.data !== undefined || query.isError;
  const choose = useChoice(isKnown, chooseFile);
  const field = { statement, onChoice: setIsChoosing, openRef: chooseFile };
  const certain =
    waiting === undefined ? [] : lines.proposed.filter((line) => isCertain(line) && !waiting.has(line.id));
  const crediting = useIsMutating({ mutationKey: CERTAIN_RUN }) > 0;
  const mayCredit = may("ops.bankLines.credit");
  const ask = (): void => setAsking(certain);
  const columns = shown === "open" ? COLUMNS : [...COLUMNS, STATE];
  const rows = useSort(columns, lines.groupOf).sort(lines.rows);
  /** The work goes on with the line that follows. */
  const goOn = (): void => {
    const at = rows.findIndex((line) => line.id === id);
    const next = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))].find(
      (line) => isOpen(line) && waiting?.has(line.id) !== true,
    );
    change({ id: next?.id ?? "" });
  };
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The row that had the focus has gone.
    if (document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>("tr[aria-current]")?.focus({ preventScroll: true });
  }, [id, lines.rows]);
  useKeys([
    ...(mayImport ? [{ keys: "i", does: "Choose a statement", run: choose }] : []),
    ...(mayCredit && !crediting ? [{ keys: "a", does: "Credit all certain lines", run: ask }] : []),
  ]);
  return (
    <>
      <StatementOutcome statement={statement} />
      {outcome !== undefined && <Outcome {...outcome} />}
      <div className={parts["head"]}>
        <FindForm label="Text or payer" folds>
          <StateFilter
            states={SHOWN_STATES}
            word={(state) => (state === "open" ? "Unmatched" : STATE_WORDS[state])}
          />
        </FindForm>
        {mayImport && !isEmpty && <StatementField {...field} small disabled={!isKnown} />}
        <div className={parts["acts"]}>
          {mayImport && <DemoStatement account={account.id} />}
          {mayCredit && certain.length > 0 && (
            <Button className={parts["small"]} loading={crediting} onClick={ask}>
              {certainText(certain)} <Key>a</Key>
            </Button>
          )}
        </div>
      </div>
      <div className={opened === undefined ? undefined : parts["split"]}>
        <div ref={list} className={styles["list"]}>
          <DeskList
            caption="Bank lines"
            card={{ text: "head", amount: "end", day: "line", why: "line", to: "line", state: "line" }}
            columns={columns}
            query={query}
            rowKey={(line) => line.id}
            groupOf={lines.groupOf}
            groupSays={lines.isRead ? (some) => openText(some, account.currency) : undefined}
            empty={empty}
            onOpen={(line) => (line.id === id ? proposed.current?.() : change({ id: line.id }))}
            openKey={id}
          />
          {mayImport && isEmpty && <StatementField {...field} small={false} disabled={false} />}
          {lines.more !== undefined && (
            <Button kind="quiet" className={parts["small"]} onClick={lines.more}>
              Show more
            </Button>
          )}
        </div>
        {opened !== undefined && (
          <LinePanel
            key={opened.id}
            line={opened}
            request={waiting?.get(opened.id)}
            proposedRef={proposed}
            onDone={goOn}
          />
        )}
      </div>
      <BooksBar
        key={account.id}
        account={account.id}
        open={lines.isWhole ? openText(rows.filter(isOpen), account.currency) : undefined}
      />
      {asking.length > 0 && (
        <CreditCertain lines={asking} onOutcome={setOutcome} onClose={() => setAsking([])} />
      )}
    </>
  );
}

/** Money in and out by the bank's statements, and the match of each line. */
export function BankPage() {
  const { search, change } = useDeskSearch();
  const accounts = trpc.ops.depositAccounts.list.useQuery(undefined, SHOWN_IN_PLACE);
  const account = accounts.data?.find(({ id }) => id === search["account"]) ?? accounts.data?.[0];
  return (
    <Screen
      title="Bank"
      aside={
        account !== undefined && (
          <div className={styles["account"]}>
            <SelectField
              label="Account"
              value={account.id}
              options={(accounts.data ?? []).map((each) => ({
                value: each.id,
                label: depositAccountName(each),
              }))}
              onChange={(id) => change({ account: id, id: "", day: "", balance: "" })}
            />
          </div>
        )
      }
    >
      {account !== undefined ? (
        <Lines key={account.id} account={account} />
      ) : (
        <Loaded query={accounts} what="the accounts" lines={8}>
          {() => <EmptyState title="No deposit account yet" />}
        </Loaded>
      )}
    </Screen>
  );
}
