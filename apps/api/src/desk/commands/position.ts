import { calling } from "./calling.ts";
import type { Command } from "./command.ts";

/** Coins of the house compared with those that customers own. */
export const POSITION_COMMANDS: readonly Command[] = [
  calling("position list", "ops.position.list", {
    about: "per coin: what customers own, what the house has, the difference and its worth",
    empty: "no coins",
  }),
  calling("position trades", "ops.position.trades", {
    about: "trades with venues, newest first",
    empty: "no trades",
  }),
  calling("position trade", "ops.position.recordTrade", {
    about: "keep a trade with a venue: the house bought, or sold; the same KEY is kept once",
    words: ["side", "amount", "coin"],
    names: { currency: "coin" },
  }),
  calling("position limits", "ops.position.setLimits", {
    about:
      "how far a coin may be off before staff are warned, and before the side that makes it worse is paused; a limit that is left out goes",
    words: ["coin"],
    names: { currency: "coin" },
    usual: { soft: "none", hard: "none" },
  }),
];
