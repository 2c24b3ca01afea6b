import { printOutcome, UsageError, type Command } from "./command.ts";

/** Features that are paused for everyone. */
export const SWITCH_COMMANDS: readonly Command[] = [
  {
    name: "switches list",
    takes: "",
    about: "what is paused, by whom and why",
    async run(context) {
      context.table(
        (await context.ops.switches.list()).map(({ what, paused, message, reason, set_by, set_at }) => ({
          what,
          paused: paused ? "yes" : "no",
          message: message ?? "",
          reason: reason ?? "",
          set_by: set_by ?? "",
          set_at: set_at ?? "",
        })),
        "no switches",
      );
    },
  },
  {
    name: "switches set",
    takes:
      "<trading|deposits|withdrawals|sign-ups|coins-in|coins-out|network:bitcoin|pair:BTC/AUD|buy:BTC|sell:BTC> <pause|go-on> [--message TEXT] [--price PRICE]",
    about: "pause or resume something; every process follows within 5 seconds",
    options: { message: { type: "string" }, price: { type: "string" } },
    async run(context) {
      const position = context.word(1);
      if (position !== "pause" && position !== "go-on") throw new UsageError("choose one of pause, go-on");
      const [message, price] = [context.option("message"), context.option("price")];
      const set = await context.ops.switches.set({
        what: context.word(0),
        paused: position === "pause",
        ...(message !== undefined && { message }),
        ...(price !== undefined && { price }),
      });
      printOutcome(context, set, (record) => ({ ...record }));
    },
  },
];
