import type { SourceState } from "@wattle/contracts/rates-status";
import type { StateWord } from "../../controls/status.tsx";

/** How a price source is doing. */
export const SOURCE_WORDS: Readonly<Record<SourceState, StateWord>> = {
  answering: { kind: "done", word: "answering" },
  failing: { kind: "failed", word: "failing" },
  resting: { kind: "stopped", word: "paused after failures" },
  unasked: { kind: "waiting", word: "not asked yet" },
};
