import type { SourceState } from "@wattle/contracts/rates-status";
import type { StatusKind } from "../../controls/status.tsx";

/** How a price source is doing. */
export const SOURCE_WORDS: Readonly<Record<SourceState, readonly [StatusKind, string]>> = {
  answering: ["done", "answering"],
  failing: ["failed", "failing"],
  resting: ["stopped", "paused after failures"],
  unasked: ["waiting", "not asked yet"],
};
