import type { AuditAct } from "@wattle/contracts/audit-acts";
import { DomainError } from "@wattle/contracts/errors";
import { findUserById } from "@wattle/db/accounts";
import { appendAudit } from "@wattle/db/audit";
import { addressBehind } from "@wattle/db/closures";
import type { WriteTx } from "@wattle/db/database";
import type { Services } from "../services.ts";
import { isSameMailbox } from "./same-mailbox.ts";

/** Actor of the desk: an operator's account, or the word `cli` for the command line itself. */
export interface Operator {
  readonly id: string;
  /** Account that must be someone else's; left out for a part of the system. */
  readonly email?: string;
  /** The second person, where the act needed one. */
  readonly approvedBy?: string;
  /** Another account that it must not be. */
  readonly approverEmail?: string;
}

/** A line of the audit log. */
export interface LogLine {
  /** The act, such as `customer.verified`. */
  readonly action: AuditAct;
  /** Identifier of what it was done to. */
  readonly subject: string;
  /** `customer` is whose account it was done to, if that is not the subject. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes a line in the name of the one who acts. */
export type Log = (line: LogLine) => Promise<void>;

/** Services of work that writes into the log while it is done. */
export type Logged<S> = S & { readonly log: Log };

/** Whether an account's email address is that of someone who does, or approves, an act. */
export const isOwnMailbox = ({ email, approverEmail }: Operator, address: string): boolean =>
  [email, approverEmail].some((own) => own !== undefined && isSameMailbox(address, own));

/** @throws DomainError `own_act` where one of the accounts has the email address of someone who acts */
export async function refuseOwnAccount(
  tx: WriteTx,
  operator: Operator,
  accounts: readonly unknown[],
): Promise<void> {
  for (const id of accounts) {
    if (typeof id !== "string" || id === operator.id) continue;
    const account = await findUserById(tx, id);
    const email = account && (await addressBehind(tx, account.email));
    if (email !== undefined && isOwnMailbox(operator, email)) throw new DomainError("own_act");
  }
}

/**
 * Writes an act of the desk into the audit log, within the transaction that does it: both are kept, or neither. Staff do
 * nothing to an account of their own email address; as no act is without its line, the rule is here.
 * @throws DomainError `own_act`
 */
export async function recordAct(
  tx: WriteTx,
  { clock, ids }: Pick<Services, "clock" | "ids">,
  operator: Operator,
  { action, subject, details = {} }: LogLine,
): Promise<void> {
  await refuseOwnAccount(tx, operator, [subject, details["customer"]]);
  const second = operator.approvedBy === undefined ? {} : { approved_by: operator.approvedBy };
  await appendAudit(tx, {
    id: ids.uuid(),
    actor: operator.id,
    action,
    subject,
    details: JSON.stringify({ ...details, ...second }),
    created_at: BigInt(clock.now()),
  });
}

/** A log within a transaction. */
export const logOf =
  (tx: WriteTx, services: Pick<Services, "clock" | "ids">, operator: Operator): Log =>
  (line) =>
    recordAct(tx, services, operator, line);

/** Writes into the audit log that something was refused: the act's own transaction is undone. */
export const recordRefusal = (
  services: Pick<Services, "clock" | "database" | "ids">,
  operator: Operator,
  line: LogLine,
): Promise<void> => services.database.write((tx) => recordAct(tx, services, operator, line));
