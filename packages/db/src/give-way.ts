import { constants, setPriority } from "node:os";

/**
 * Lets whatever else the machine does go first: for a thread that reads all there is while the process serves requests.
 * Only Linux knows the priority of one thread; elsewhere it would be the whole process's.
 */
export function giveWay(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
