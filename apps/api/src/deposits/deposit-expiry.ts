import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { expireOverdueDeposits } from "./settle-deposit.ts";

/** Expires overdue deposits, at once and then every minute. @returns what stops it */
export const startDepositExpiry = (
  services: Pick<Services, "database" | "clock" | "ids" | "log" | "vault">,
  timer?: StartTimer,
): (() => Promise<void>) =>
  startSweep(services, () => expireOverdueDeposits(services), "overdue deposits could not be expired", timer);
