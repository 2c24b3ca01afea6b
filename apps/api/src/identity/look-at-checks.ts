/** Asks the identity provider what it says of customers, and brings them to the desk, or back to the provider. */
import type { AuditAct } from "@wattle/contracts/audit-acts";
import { CHECK_AGAIN } from "@wattle/contracts/identity-checks";
import { lockUser } from "@wattle/db/accounts";
import { appendAudit } from "@wattle/db/audit";
import { findClosure } from "@wattle/db/closures";
import { changeUserInStatus } from "@wattle/db/customers";
import type { WriteTx } from "@wattle/db/database";
import {
  changeIdentityCheck,
  findIdentityCheck,
  listDueIdentityChecks,
  restIdentityCheck,
} from "@wattle/db/identity-checks";
import type { Epoch, IdentityCheckRow, User } from "@wattle/db/tables";
import pLimit from "p-limit";
import type { ProviderOutcome } from "../identity-providers/provider.ts";
import { openCase } from "../compliance/open-case.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { keepDecision, PROVIDER_ACTOR, sendingBack } from "./keep-decision.ts";
import { isAnswered } from "./read-identity.ts";
import { OPEN_STATUSES, readKeptForm, sendKeptForm, type SendingServices } from "./send-identity.ts";

type LookServices = SendingServices &
  MailServices &
  Pick<Services, "config" | "database" | "log" | "markets">;

const EVERY_MILLISECONDS = 5_000;
const MOST_IN_A_ROUND = 20n;
/** Questions at once: one that the provider is slow to answer holds up no other. */
const AT_ONCE = 5;
const MINUTE = 60_000n;
const HOUR = 60n * MINUTE;
const DAY = 24n * HOUR;

/** When the provider is asked again if no webhook comes; null once a customer has not come back for two weeks. */
export function nextLook(now: Epoch, startedAt: Epoch): Epoch | null {
  const age = now - startedAt;
  if (age > 14n * DAY) return null;
  return now + (age < HOUR ? 2n * MINUTE : HOUR);
}

/** Notes in the log what the provider's answer did. */
const noteAct = (
  tx: WriteTx,
  { ids, clock }: LookServices,
  subject: string,
  action: AuditAct,
  details: object,
): Promise<void> =>
  appendAudit(tx, {
    id: ids.uuid(),
    actor: PROVIDER_ACTOR,
    action,
    subject,
    details: JSON.stringify(details),
    created_at: BigInt(clock.now()),
  });

/** The customer may try again at the provider, and reads why in our words. */
async function sendBackToProvider(tx: WriteTx, services: LookServices, user: User): Promise<void> {
  const { changes, mail } = sendingBack(services, user, CHECK_AGAIN);
  const changed = await changeUserInStatus(tx, user.id, OPEN_STATUSES, changes);
  if (changed === undefined) return;
  await keepDecision(tx, services, changed, {
    by: PROVIDER_ACTOR,
    type: "identity.rejected",
    message: CHECK_AGAIN,
  });
  await noteAct(tx, services, user.id, "customer.rejected", {
    from: user.status,
    to: changes.status,
    message: CHECK_AGAIN,
  });
  await queueMail(tx, services, mail);
}

/** A whole form goes to the desk with the answer. One that was changed since waits for its owner. */
async function sendIfWhole(tx: WriteTx, services: LookServices, user: User): Promise<void> {
  const { form, about, problems } = await readKeptForm(tx, services, user);
  if (form === undefined || Object.keys(problems).length > 0) return;
  await sendKeptForm(tx, services, user, { form, about, by: PROVIDER_ACTOR });
}

const isFinished = (state: ProviderOutcome["state"]): boolean => state !== "started" && state !== "checking";

/** A finished review is news once, also after staff sent back what it brought to them. */
const isNews = (check: IdentityCheckRow, { state, review }: ProviderOutcome): boolean =>
  isFinished(state) ? check.review !== review : check.state !== state;

/** Keeps an outcome that is news. The answer to an older question is none, and a closed account needs no answer. */
async function takeOutcome(
  tx: WriteTx,
  services: LookServices,
  asked: IdentityCheckRow,
  outcome: ProviderOutcome,
): Promise<void> {
  const { clock, vault } = services;
  const { state, review, applicantId, found } = outcome;
  const id = asked.user_id;
  const user = await lockUser(tx, id);
  const check = await findIdentityCheck(tx, id);
  if (user === undefined || check === undefined || check.asked_at !== asked.asked_at) return;
  const isClosed = (await findClosure(tx, id)) !== undefined;
  if (isClosed || isAnswered({ ...check, state })) await restIdentityCheck(tx, id, asked.look_at);
  if (isClosed || !isNews(check, outcome)) return;
  const at = BigInt(clock.now());
  const sealed = vault.seal("identity_checks.found", id, JSON.stringify(found));
  const changes = {
    state,
    ...(isFinished(state) && { review }),
    applicant_id: applicantId,
    found: sealed,
    changed_at: at,
  };
  if (!(await changeIdentityCheck(tx, asked, changes))) return;
  await noteAct(tx, services, id, "identity.checked", {
    provider: check.provider,
    from: check.state,
    to: state,
  });
  // A customer who trades without the approval waits for compliance, and is not told. A second approval, or a look again, changes nothing.
  if (user.status === "verified" && (state === "retry" || state === "declined"))
    await openCase(tx, services, { kind: "monitoring", rule: "lost_approval", customer: id, holds: true });
  // If staff look at the customer, the outcome is only kept: it is theirs to judge. A check that they sent back is not asked about.
  if (!OPEN_STATUSES.includes(user.status)) return;
  if (state === "retry") await sendBackToProvider(tx, services, user);
  if (state === "approved" || state === "declined") await sendIfWhole(tx, services, user);
}

/** Asks about one customer. The next question makes the answer to this one old. */
async function lookAtCheck(
  services: LookServices,
  provider: NonNullable<Services["identityProvider"]>,
  due: IdentityCheckRow,
): Promise<void> {
  const { database, clock } = services;
  const now = BigInt(clock.now());
  const asked_at = now > due.asked_at ? now : due.asked_at + 1n;
  const asked = { ...due, asked_at, look_at: nextLook(now, due.started_at) };
  const isOurs = await database.write(async (tx) => {
    const isClosed = (await findClosure(tx, due.user_id)) !== undefined;
    const look_at = isClosed ? null : asked.look_at;
    return (await changeIdentityCheck(tx, due, { asked_at, look_at })) && !isClosed;
  });
  if (!isOurs) return;
  const outcome = await provider.read(due.user_id);
  if (outcome !== undefined) await database.write((tx) => takeOutcome(tx, services, asked, outcome));
}

/** Asks about the customers who are due, a few at once. A customer without an answer is due again later. */
export async function lookAtChecks(services: LookServices): Promise<void> {
  const { identityProvider: provider, database, clock, log } = services;
  if (provider === undefined) return;
  const due = await listDueIdentityChecks(database.read, provider.name, BigInt(clock.now()), MOST_IN_A_ROUND);
  await pLimit(AT_ONCE).map(due, async (check) => {
    try {
      await lookAtCheck(services, provider, check);
    } catch (error) {
      log.warn({ err: error, customer: check.user_id }, "an identity check could not be read");
    }
  });
}

/** Asks every five seconds about those who are due. @returns what stops it */
export const startLookingAtChecks = (services: LookServices, timer?: StartTimer): (() => Promise<void>) =>
  startSweep(
    services,
    () => lookAtChecks(services),
    "identity checks could not be read",
    timer,
    EVERY_MILLISECONDS,
  );
