import type { CheckState } from "@wattle/contracts/system-checks";

/** Findings about the installation in the order of lists: faults come first. */
export const URGENCY: readonly CheckState[] = ["fault", "warning", "ok"];
