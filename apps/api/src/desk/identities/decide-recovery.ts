import { DomainError } from "@wattle/contracts/errors";
import {
  approveRecoveryInput,
  recoveryRecord,
  rejectRecoveryInput,
  type RecoveryRecord,
} from "@wattle/contracts/recoveries";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { findUserById, lockUser } from "@wattle/db/accounts";
import type { Reader, WriteTx } from "@wattle/db/database";
import { holdWithdrawalsUntil } from "@wattle/db/holds";
import { findDocumentForDesk, listDocuments } from "@wattle/db/identity";
import { findIdentityCheck } from "@wattle/db/identity-checks";
import { endRecovery, findRecovery, startRecoveryWait } from "@wattle/db/recoveries";
import type { RecoveryRow, User } from "@wattle/db/tables";
import { isoTime } from "../../clock.ts";
import { documentOfRow } from "../../identity/read-identity.ts";
import { mailTime } from "../../mail/mail-time.ts";
import { recoveryRejectedMail, recoveryRequestedMail } from "../../mail/security-mails.ts";
import { mailRecoveryWait } from "../../recovery/mail-recovery-wait.ts";
import type { Services } from "../../services.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { stateText } from "../approvals/changes.ts";
import { readLetter } from "../approvals/reads.ts";
import { alone } from "../approvals/reviewed-act.ts";

/** For so long an approved recovery waits for its owner to stop it. */
const WAIT_MILLISECONDS = 72 * 60 * 60_000;

const timeOf = (epoch: bigint | null): string | null => (epoch === null ? null : isoTime(epoch));

/** A recovery as staff read it. */
export async function recoveryOfRow(
  reader: Reader,
  { vault }: Pick<Services, "vault">,
  row: RecoveryRow,
): Promise<RecoveryRecord> {
  const user = await findUserById(reader, row.user_id);
  const photo = await findDocumentForDesk(reader, row.document_id);
  if (user === undefined || photo === undefined) throw new DomainError("not_found");
  return {
    id: row.id,
    status: row.status,
    customer: { id: user.id, email: user.email, name: `${user.first_name} ${user.last_name}` },
    photo: documentOfRow(vault, photo),
    documents: (await listDocuments(reader, user.id)).map((document) => documentOfRow(vault, document)),
    created_at: isoTime(row.created_at),
    due_at: timeOf(row.due_at),
    ended_at: timeOf(row.ended_at),
    note: row.note,
  };
}

/** A recovery with its customer's row locked. @throws DomainError `not_found` */
async function lockRecovery(tx: WriteTx, id: string): Promise<{ row: RecoveryRow; user: User }> {
  const found = await findRecovery(tx, id);
  const user = found === undefined ? undefined : await lockUser(tx, found.user_id);
  const row = await findRecovery(tx, id);
  if (row === undefined || user === undefined) throw new DomainError("not_found");
  return { row, user };
}

/** Lets the 72 hours begin, in which nothing is withdrawn and the owner can stop it. */
async function beginWait(
  tx: WriteTx,
  services: ActServices,
  { row, user, due_at }: { readonly row: RecoveryRow; readonly user: User; readonly due_at: bigint },
): Promise<RecoveryRecord> {
  if (!(await startRecoveryWait(tx, row.id, due_at))) throw new DomainError("state_conflict");
  await holdWithdrawalsUntil(tx, user.id, due_at);
  await mailRecoveryWait(tx, services, user, { id: row.id, due_at });
  return recoveryOfRow(tx, services, { ...row, status: "waiting", due_at });
}

/** The provider's page about a customer whom it has checked, where staff find the photos; undefined if there is none. */
async function applicantPage(
  tx: WriteTx,
  { identityProvider }: ActServices,
  userId: string,
): Promise<string | undefined> {
  const id = (await findIdentityCheck(tx, userId))?.applicant_id;
  return id == null ? undefined : identityProvider?.staffPage(id);
}

/** Says that the new photo shows the same person. Two-step login goes off 72 hours after a second person has said so, too. */
export const approveRecovery: ReviewedAct<typeof approveRecoveryInput, typeof recoveryRecord> = {
  title: "Turn off a lost second factor",
  roles: ["compliance"],
  errors: ["not_found", "state_conflict"],
  input: approveRecoveryInput,
  output: recoveryRecord,
  plan: async (tx, { services }, { id, internal_note: note }) => {
    const { row, user } = await lockRecovery(tx, id);
    if (row.status !== "submitted") throw new DomainError("state_conflict");
    const earlier = await listDocuments(tx, user.id);
    const applicant = earlier.length === 0 ? await applicantPage(tx, services, user.id) : undefined;
    if (earlier.length === 0 && applicant === undefined)
      throw new DomainError("state_conflict", { message: OWN_MESSAGES.noEarlierPhoto });
    const due_at = BigInt(services.clock.now() + WAIT_MILLISECONDS);
    return {
      subject: `the account of ${user.id}`,
      customer: user.id,
      details: {
        Customer: `${user.first_name} ${user.last_name}`,
        "New photo": row.document_id,
        "Compare with": applicant ?? earlier.map((document) => `${document.side} ${document.id}`).join(", "),
        "Internal note": note,
      },
      changes: [
        { what: "Two-step login", before: "On", after: "Off in 72 hours, withdrawals on hold until then" },
      ],
      // The link is made once it is approved.
      reads: readLetter({
        to: user.email,
        mail: recoveryRequestedMail(user.first_name, mailTime(due_at, services.config.TIME_ZONE), ""),
      }),
      state: `recovery ${row.id} is ${row.status}, the photos are ${earlier.map((each) => each.id).join(" ")}`,
      reasons: ["Every recovery needs two people."],
      worth: null,
      log: {
        action: "recovery.approved",
        subject: user.id,
        details: { recovery: row.id, photo: row.document_id, internal_note: note },
      },
      run: () => beginWait(tx, services, { row, user, due_at }),
    };
  },
};

/** Refuses a recovery, also one that was approved. The customer reads the message. */
export const rejectRecovery = alone({
  title: "Reject a login recovery",
  roles: ["compliance"],
  errors: ["not_found", "state_conflict"],
  input: rejectRecoveryInput,
  output: recoveryRecord,
  plan: async (tx, { services, operator }, { id, message, internal_note }) => {
    const { row, user } = await lockRecovery(tx, id);
    return {
      subject: `the account of ${user.id}`,
      customer: user.id,
      changes: [{ what: "Login recovery", before: stateText(row.status), after: "Rejected" }],
      mail: { to: user.email, mail: recoveryRejectedMail(user.first_name, message) },
      log: {
        action: "recovery.rejected",
        subject: user.id,
        details: { recovery: id, message, internal_note },
      },
      run: async () => {
        const at = BigInt(services.clock.now());
        const end = { status: "rejected", at, by: operator.id, note: internal_note } as const;
        const ended = await endRecovery(tx, { id }, end);
        if (ended === undefined) throw new DomainError("state_conflict");
        return recoveryOfRow(tx, services, ended);
      },
    };
  },
});
