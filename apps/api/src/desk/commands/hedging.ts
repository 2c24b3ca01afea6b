import { calling } from "./calling.ts";
import type { Command } from "./command.ts";

/** The house's own trading at a venue. */
export const HEDGING_COMMANDS: readonly Command[] = [
  calling("hedging status", "ops.hedging.status", {
    about: "per coin: position, band and policy; per venue: balances, books and their difference",
  }),
  calling("hedging orders", "ops.hedging.orders", {
    about: "orders at venues, newest first",
    empty: "no orders",
  }),
  calling("hedging profit", "ops.hedging.profit", {
    about: "what the house earned with each coin on each day",
    empty: "nothing earned or lost",
  }),
  calling("hedging policy", "ops.hedging.setPolicy", {
    about: "set how a coin is hedged: false, dry (writes orders and sends none), or true",
    words: ["coin", "on"],
    names: { currency: "coin" },
    reads: { on: (text) => ({ true: true, false: false })[text] ?? text },
  }),
  calling("hedging place", "ops.hedging.place", {
    about: "order by hand, at a limit price or better",
    words: ["side", "amount", "coin"],
    names: { currency: "coin" },
  }),
  calling("hedging cancel", "ops.hedging.cancel", { about: "cancel an open order", words: ["id"] }),
  calling("hedging resolve", "ops.hedging.resolve", {
    about: "say what became of an order without an answer, 10 minutes after it was sent",
    words: ["id", "outcome"],
  }),
  calling("hedging fee", "ops.hedging.bookFee", {
    about: "book what the venue took for a withdrawal, as far as it has less than the books",
    words: ["fee", "currency"],
  }),
];
