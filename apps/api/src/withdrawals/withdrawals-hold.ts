import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { HoldReason } from "@wattle/contracts/withdrawals";
import type { User } from "@wattle/db/tables";

/** For so long nothing can be withdrawn after a password change, and after someone has closed the doors of the account. */
export const HOLD_MILLISECONDS = DAY_MILLISECONDS;

/** Temporary holds on an account's withdrawals. */
export interface WithdrawalsHold {
  /** Milliseconds since 1970. */
  readonly began: bigint;
  readonly until: bigint;
  readonly because: HoldReason;
}

/** The hold on an account's withdrawals that lasts longest; null if there is none (any more). */
export function withdrawalsHold(
  user: Pick<User, "password_changed_at" | "withdrawals_held_until">,
  now: number,
): WithdrawalsHold | null {
  const day = BigInt(HOLD_MILLISECONDS);
  const { password_changed_at: changed, withdrawals_held_until: held } = user;
  const holds: WithdrawalsHold[] = [];
  if (changed !== null) holds.push({ began: changed, until: changed + day, because: "password" });
  if (held !== null) holds.push({ began: held - day, until: held, because: "safety" });
  const [longest] = holds
    .filter(({ until }) => until > BigInt(now))
    .toSorted((a, b) => (a.until > b.until ? -1 : 1));
  return longest ?? null;
}
