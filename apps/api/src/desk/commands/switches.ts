import { calling } from "./calling.ts";
import { oneOf, type Command } from "./command.ts";

/** Features that are paused for everyone. */
export const SWITCH_COMMANDS: readonly Command[] = [
  calling("switches list", "ops.switches.list", {
    about: "what is paused, by whom and why",
    empty: "no switches",
    row: ({ what, paused, message, reason, set_by, set_at }) => ({
      what,
      paused: paused ? "yes" : "no",
      message: message ?? "",
      reason: reason ?? "",
      set_by: set_by ?? "",
      set_at: set_at ?? "",
    }),
  }),
  calling("switches set", "ops.switches.set", {
    about:
      "pause or resume trading, deposits, withdrawals, sign-ups, coins-in, coins-out, network:bitcoin, network:ethereum, pair:BTC/AUD, buy:BTC or sell:BTC; every process follows within 5 seconds",
    words: ["what", "pause|go-on"],
    names: { paused: "pause|go-on" },
    reads: { paused: (text) => oneOf(["pause", "go-on"], text) === "pause" },
  }),
];
