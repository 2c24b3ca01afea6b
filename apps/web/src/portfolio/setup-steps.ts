import { displayMoment } from "@wattle/exchange-core/display";
import type { UserStatus } from "@wattle/contracts/accounts";
import type { PortfolioOverview } from "@wattle/contracts/portfolio";
import type { TimelineStep } from "../controls/timeline.tsx";

/** How far someone is on the way to a first purchase. */
export interface SetupState {
  readonly email: string;
  readonly emailConfirmed: boolean;
  readonly identity: UserStatus;
  /** Not known before the identity is verified. */
  readonly progress?: PortfolioOverview["progress"] | undefined;
}

interface Setup {
  readonly key: string;
  readonly title: string;
  readonly detail?: string;
  readonly done: boolean;
}

/** Words of the identity step. */
const IDENTITY: Partial<Record<UserStatus, string>> = {
  pending: "We’re checking your details. We’ll email you.",
  rejected: "Your details need another look.",
};

function bankDetail(account: PortfolioOverview["progress"]["bank_account"]): string {
  if (account === null) return "On hold for 24 hours, so add it now";
  return account.held_until === null
    ? `Account …${account.ending}`
    : `Account …${account.ending}. You can withdraw to it from ${displayMoment(Date.parse(account.held_until))}.`;
}

/**
 * The five steps, which never change places. The next one is the first that is not done; the bank account, which only a
 * withdrawal needs, keeps no one from the others.
 */
export function setupSteps({
  email,
  emailConfirmed,
  identity,
  progress,
}: SetupState): readonly TimelineStep[] {
  const identityDetail = IDENTITY[identity];
  const all: readonly Setup[] = [
    { key: "email", title: "Confirm your email", detail: email, done: emailConfirmed },
    {
      key: "identity",
      title: "Verify your identity",
      ...(identityDetail !== undefined && { detail: identityDetail }),
      done: identity === "verified",
    },
    {
      key: "bank",
      title: "Add your bank account",
      ...(progress !== undefined && { detail: bankDetail(progress.bank_account) }),
      done: progress?.bank_account != null,
    },
    { key: "deposit", title: "Make a deposit", done: progress?.deposited === true },
    { key: "purchase", title: "Buy your first crypto", done: progress?.purchased === true },
  ];
  const open = all.filter(({ done }) => !done);
  const next = open.find(({ key }) => key !== "bank") ?? open[0];
  return all.map(({ done, ...step }) => ({
    ...step,
    state: done ? "done" : step.key === next?.key ? "current" : "coming",
  }));
}
