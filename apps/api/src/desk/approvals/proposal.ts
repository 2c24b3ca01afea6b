import { createHash } from "node:crypto";
import type { ActPreview, ApprovalStatus } from "@wattle/contracts/approvals";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import type { Vault } from "@wattle/db/sealed/vault";
import type { ApprovalRow } from "@wattle/db/tables";
import type { KeptChange } from "./changes.ts";

/** A waiting act as it is kept. It is sealed, because its input may name people and accounts. */
export interface Proposal {
  /** As the procedure's schema has left it. */
  readonly input: unknown;
  readonly details: readonly { readonly name: string; readonly value: InternalNote }[];
  /** None of a request that was made before they were kept. */
  readonly changes?: readonly KeptChange[];
  /** Warnings for the second person; none for requests from before they were kept. */
  readonly warnings?: readonly string[];
  readonly reads?: ActPreview["reads"];
  readonly state: string;
  /** As the plan had it; requests that were made before it was kept have none. */
  readonly once?: string | undefined;
}

/** Identifies a proposal in the audit log: the same act with the same input has the same hash. */
export const hashOfInput = (act: string, input: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([act, input]))
    .digest("hex");

export const sealProposal = (vault: Vault, id: string, proposal: Proposal): ApprovalRow["proposal"] =>
  vault.seal("approvals.proposal", id, JSON.stringify(proposal));

/** @throws if it is not what was proposed */
export function openProposal(vault: Vault, row: ApprovalRow): Proposal {
  const proposal = JSON.parse(vault.open("approvals.proposal", row.id, row.proposal)) as Proposal;
  if (hashOfInput(row.act, proposal.input) !== row.input_hash) {
    throw new Error(`the proposal of ${row.id} is not what its hash says`);
  }
  return proposal;
}

/** A request's status at a time. It expires by itself. */
export const statusAt = (row: ApprovalRow, now: bigint): ApprovalStatus =>
  row.status === "pending" && row.expires_at <= now ? "expired" : row.status;

/**
 * The subject of a request as people read it. The stored one names the account by its identifier.
 * @param account undefined if it has none
 */
export const readableSubject = (
  { subject, customer_id: id }: Pick<ApprovalRow, "subject" | "customer_id">,
  account: { readonly email: string } | undefined,
): string => (id === null || account === undefined ? subject : subject.replaceAll(id, account.email));
