import { dayText } from "@wattle/contracts/days";
import { useQuery } from "@tanstack/react-query";
import type { BankLinesImported, StatementColumns, StatementHead } from "@wattle/contracts/bank-lines";
import { useId } from "react";
import { ErrorLine } from "../../controls/error-line.tsx";
import { Loaded } from "../../controls/loaded.tsx";
import { callFailure, failureText } from "../../failed-call.ts";
import { trpc } from "../../trpc.ts";
import { actCall } from "../parts/act-call.ts";
import { ActDrawer, type ActField } from "../parts/act-drawer.tsx";
import parts from "../parts/parts.module.css";
import { RequestReference } from "../parts/request-reference.tsx";
import { signedText } from "../parts/signed-money.ts";
import styles from "./bank.module.css";
import { chosenCells, chosenOf, columnsOfChosen, NO_NAMES } from "./chosen-columns.ts";
import { beginningOf, type StatementText } from "./statement-text.ts";

interface ReadingProps {
  readonly account: string;
  readonly content: string;
  readonly columns: StatementColumns;
}

/** The first lines as the server reads them by the columns that are chosen. */
function Reading({ account, content, columns }: ReadingProps) {
  const utils = trpc.useUtils();
  const head = useQuery({
    queryKey: ["statement-head", account, columns],
    queryFn: () =>
      utils.client.ops.bankLines.readHead.mutate(
        { deposit_account_id: account, content: beginningOf(content), columns },
        { context: { background: true } },
      ),
    // Payers' names are kept no longer than they are shown.
    gcTime: 0,
    retry: false,
  });
  return (
    <Loaded query={head} what="the first lines" lines={4} failed={<Unreadable error={head.error} />}>
      {({ lines, refused }) => (
        <ul className={styles["readingLines"]} aria-label="First lines" aria-live="polite">
          {lines.map(({ line, booked_on: day, amount, text, payer }) => (
            <li key={line}>
              {dayText(day)} <strong>{signedText(amount)}</strong> {text}{" "}
              {payer !== null && <span className={parts["muted"]}>{payer}</span>}
            </li>
          ))}
          {refused.map(({ line, reason }) => (
            <li key={line} className={styles["unread"]}>
              Line {line}: {reason}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

/** The server's reason why it can't read the file by these columns. */
function Unreadable({ error }: { readonly error: unknown }) {
  const id = useId();
  const failure = callFailure(error);
  return (
    <>
      <ErrorLine id={id} role="alert">
        {failureText(failure)}
      </ErrorLine>
      <RequestReference id={failure.requestId} />
    </>
  );
}

const LONGEST_NAMES = 60;

/** A line as one tells it from others: by its number and the beginning of its cells. */
function lineText({ line, cells }: StatementHead["rows"][number]): string {
  const text = cells.filter(Boolean).join(", ");
  return `Line ${line}: ${text.length > LONGEST_NAMES ? `${text.slice(0, LONGEST_NAMES)}…` : text}`;
}

/** Questions about a file with these first rows. @param kept first values of the form */
function fieldsOf(rows: StatementHead["rows"], kept: Readonly<Record<string, string>>): ActField[] {
  const column = (name: string, label: string, more: Partial<ActField> = {}): ActField => {
    const optionsFor = (values: Readonly<Record<string, string>>) => [
      { value: "", label: more.optional === true ? "None" : "Choose a column" },
      ...chosenCells(values, rows).map((cell, place) => ({
        value: String(place),
        label: `${place + 1}: ${cell}`,
      })),
    ];
    return { name, label, initial: kept[name] ?? "", options: optionsFor(kept), optionsFor, ...more };
  };
  return [
    {
      name: "first",
      label: "Column names",
      initial: kept["first"] ?? NO_NAMES,
      options: [
        ...rows
          .filter(({ cells }) => cells.length > 1)
          .map((row) => ({ value: String(row.line), label: lineText(row) })),
        { value: NO_NAMES, label: "None: every line is a payment" },
      ],
    },
    column("date", "Date"),
    {
      name: "date_order",
      label: "A date like 03/04/2026",
      initial: kept["date_order"] ?? "day_first",
      options: [
        { value: "day_first", label: "is 3 April: the day comes first" },
        { value: "month_first", label: "is 4 March: the month comes first" },
      ],
    },
    column("amount", "Amount", {
      optional: true,
      hint: "Negative for money out. Or use the next two",
    }),
    column("debit", "Money out", { optional: true }),
    column("credit", "Money in", { optional: true }),
    column("text", "Bank’s text", { hint: "Has customers’ references" }),
    column("payer", "Payer", { optional: true }),
    column("balance", "Balance", { optional: true, hint: "Used to find missing lines" }),
    column("direction", "In or out", {
      optional: true,
      hint: "Words such as CR or Debit, if no amount has a minus",
    }),
    column("state", "State", { optional: true, hint: "Only final payments are read" }),
    column("currency", "Currency", { optional: true, hint: "Only the account’s currency is read" }),
  ];
}

interface SayColumnsProps {
  readonly account: string;
  readonly file: StatementText;
  readonly head: StatementHead;
  /**
   * Undefined if lines of the file are in already: read in another way they would be other lines, and come in twice.
   */
  readonly onImported: ((result: BankLinesImported) => void) | undefined;
  readonly onClose: () => void;
}

/** Asks which column of a file has what, shows how its first lines are read, keeps the answer for the account, and imports the file unless it is in. */
export function SayColumns({ account, file, head, onImported, onClose }: SayColumnsProps) {
  const keep = trpc.ops.bankLines.setColumns.useMutation();
  const utils = trpc.useUtils();
  const { rows } = head;
  const kept = chosenOf(head.columns, rows);
  return (
    <ActDrawer
      title={`Columns of ${file.name}`}
      subject={account}
      button={onImported === undefined ? "Save for the next file" : "Save and import"}
      about={
        onImported === undefined ? (
          <p>This file’s lines are imported and won’t change. These columns apply from the next file.</p>
        ) : (
          <p>
            We don’t know this bank’s columns. Choose what each one is. We’ll remember it for this account.
          </p>
        )
      }
      fields={fieldsOf(rows, kept)}
      shows={(values) => {
        const columns = columnsOfChosen(values, rows);
        return (
          <div>
            <p className={parts["label"]}>Preview</p>
            {columns === undefined ? (
              <p>Choose the columns of the date, the text, and the amount or both money out and money in.</p>
            ) : (
              <Reading account={account} content={file.content} columns={columns} />
            )}
          </div>
        );
      }}
      call={(values) => {
        const columns = columnsOfChosen(values, rows);
        return columns && actCall("ops.bankLines.setColumns", { deposit_account_id: account, columns });
      }}
      done="Columns saved"
      run={async (values) => {
        const columns = columnsOfChosen(values, rows);
        if (columns !== undefined) {
          await keep.mutateAsync({ deposit_account_id: account, columns });
          onImported?.(
            await utils.client.ops.bankLines.import.mutate(
              { deposit_account_id: account, content: file.content, columns },
              { context: { quiet: true } },
            ),
          );
        }
        return {};
      }}
      onClose={onClose}
    />
  );
}
