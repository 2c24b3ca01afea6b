/** Acts on reports to the authority: they are drafted, filled in, and noted as filed. */
import { localDay } from "@wattle/contracts/days";
import { DomainError } from "@wattle/contracts/errors";
import { filingFields, isRequiredField, type FilingKind } from "@wattle/contracts/filing-fields";
import { draftFilingInput, filedInput, filingRecord, saveFilingInput } from "@wattle/contracts/filings";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { lockUser } from "@wattle/db/accounts";
import { findTransactionByReference, type BankTransaction } from "@wattle/db/bank-transactions";
import { changeOpenCase } from "@wattle/db/cases";
import type { Reader, WriteTx } from "@wattle/db/database";
import { changeDraft, listFilingsOfCase, type CustomerFiling } from "@wattle/db/filings";
import type { Operator } from "../../audit/record-act.ts";
import { draftFiling } from "../../compliance/draft-filing.ts";
import { readReference } from "../../reference.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { rowOfCase } from "./read-cases.ts";
import { filingOfRow, rowOfFiling, textOfFiling } from "./read-filings.ts";

const COMMON = {
  roles: ["compliance"],
  errors: ["not_found", "state_conflict"],
  output: filingRecord,
} as const;

/** @throws DomainError `validation_failed` at `reference` */
async function transactionOf(reader: Reader, typed: string): Promise<BankTransaction> {
  const reference = readReference(typed);
  const row = reference === undefined ? undefined : await findTransactionByReference(reader, reference);
  if (row === undefined)
    throw DomainError.at("reference", "validation_failed", OWN_MESSAGES.mistypedReference);
  return row;
}

/** Begins a report about a case, a transaction, or both. */
export const draftReport = alone({
  ...COMMON,
  title: "Draft a report",
  input: draftFilingInput,
  plan: async (tx, { services, operator }, { kind, case: about, reference }) => {
    const opened = about === undefined ? undefined : await rowOfCase(tx, about);
    const transaction = reference === undefined ? undefined : await transactionOf(tx, reference);
    const customer = opened?.customer_id ?? transaction?.user_id;
    if (customer === undefined)
      throw DomainError.at("case", "validation_failed", OWN_MESSAGES.nameCaseOrReference);
    if (transaction !== undefined && transaction.user_id !== customer)
      throw DomainError.at("reference", "validation_failed", OWN_MESSAGES.mistypedReference);
    await lockUser(tx, customer);
    return {
      subject: `a report about ${customer}`,
      customer,
      changes: [{ what: "Report", before: "None", after: `Draft, ${kind.toUpperCase()}` }],
      // The draft writes its own line.
      log: [],
      run: async () => {
        const by = operator.id;
        const draft = { kind, customer, case: about ?? null, transaction, by };
        const id = await draftFiling(tx, services, draft);
        if (id === undefined) throw new DomainError("state_conflict");
        return filingOfRow(services, await rowOfFiling(tx, id));
      },
    };
  },
});

/** A report that is not filed, with its customer's row held. @throws DomainError `not_found`, `state_conflict` */
async function draftRow(tx: WriteTx, id: string): Promise<CustomerFiling> {
  await lockUser(tx, (await rowOfFiling(tx, id)).customer_id);
  const row = await rowOfFiling(tx, id);
  if (row.filed_on !== null) throw new DomainError("state_conflict");
  return row;
}

/** @throws DomainError `validation_failed` at `fields` for a field that the form of the kind lacks */
function requireKnown(kind: FilingKind, names: readonly string[]): void {
  const known = new Set(filingFields(kind).map(([name]) => name));
  if (!names.every((name) => known.has(name)))
    throw DomainError.at("fields", "validation_failed", OWN_MESSAGES.unknownField);
}

/** Keeps what is typed into a draft. Fields that are left out stay as they were. */
export const saveReport = alone({
  ...COMMON,
  title: "Save a report",
  input: saveFilingInput,
  plan: async (tx, { services }, { id, fields }) => {
    const row = await draftRow(tx, id);
    requireKnown(row.kind, Object.keys(fields));
    const before = filingOfRow(services, row).fields;
    const after = { ...before, ...fields };
    return {
      subject: `the report ${id}`,
      customer: row.customer_id,
      changes: filingFields(row.kind)
        .filter(([name]) => (before[name] ?? "") !== (after[name] ?? ""))
        .map(([name, label]) => ({ what: label, before: before[name] ?? "", after: after[name] ?? "" })),
      log: { action: "filing.saved", subject: id, details: { customer: row.customer_id } },
      run: async () => {
        const sealed = services.vault.seal("filings.fields", id, JSON.stringify(after));
        if (!(await changeDraft(tx, id, { fields: sealed }))) throw new DomainError("state_conflict");
        return filingOfRow(services, await rowOfFiling(tx, id));
      },
    };
  },
});

/** A case that was opened for its reports is closed with the last of them. */
async function closeReported(
  tx: WriteTx,
  { clock }: Pick<ActServices, "clock">,
  caseId: string | null,
  by: Operator,
): Promise<string | undefined> {
  if (caseId === null) return undefined;
  const opened = await rowOfCase(tx, caseId);
  if (opened.kind !== "filing" || opened.closed_at !== null) return undefined;
  const drafts = await listFilingsOfCase(tx, caseId);
  if (drafts.some(({ filed_on }) => filed_on === null)) return undefined;
  const closed = { closed_at: BigInt(clock.now()), closed_by: by.id, outcome: "reported" } as const;
  await changeOpenCase(tx, caseId, { ...closed, ...(opened.assignee === null && { assignee: by.id }) });
  return caseId;
}

/**
 * Notes that a report was filed, with the authority's number. From then on it stays as it is. The plan throws `not_found`,
 * `state_conflict` if it was filed before, `validation_failed` at `filed_on` for a day that is ahead. The second person reads which fields are
 * empty: the report that was filed may say more than the draft.
 */
export const fileReport: ReviewedAct<typeof filedInput, typeof filingRecord> = {
  ...COMMON,
  title: "Note that a report was filed",
  input: filedInput,
  plan: async (tx, { services, operator }, { id, receipt, filed_on }) => {
    const row = await draftRow(tx, id);
    const { clock, config } = services;
    if (filed_on > localDay(clock.now(), config.TIME_ZONE))
      throw DomainError.at("filed_on", "validation_failed", OWN_MESSAGES.dayAhead);
    const { fields } = filingOfRow(services, row);
    const { hash } = textOfFiling(services, row);
    const missing = filingFields(row.kind).filter(([name]) => isRequiredField(name) && !fields[name]?.trim());
    const kind = row.kind.toUpperCase();
    return {
      subject: `the report ${id}`,
      customer: row.customer_id,
      once: id,
      details: {
        Customer: row.email,
        Report: kind,
        Receipt: receipt,
        "Filed on": filed_on,
        "Empty here": missing.length === 0 ? undefined : missing.map(([, label]) => label).join(", "),
      },
      changes: [{ what: `Report, ${kind}`, before: "Draft", after: `Filed on ${filed_on}` }],
      state: `the report's text has the hash ${hash}`,
      reasons: ["A report needs two people."],
      worth: null,
      log: { action: "filing.filed", subject: id, details: { customer: row.customer_id, receipt, filed_on } },
      run: async (record) => {
        const filed = { receipt, filed_on, filed_by: operator.id, fields_hash: hash };
        if (!(await changeDraft(tx, id, filed))) throw new DomainError("state_conflict");
        const closed = await closeReported(tx, services, row.case_id, operator);
        if (closed !== undefined) {
          const details = { customer: row.customer_id, outcome: "reported" };
          await record({ action: "case.closed", subject: closed, details });
        }
        return filingOfRow(services, await rowOfFiling(tx, id));
      },
    };
  },
};
