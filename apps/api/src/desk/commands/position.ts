import { TRADE_SIDES } from "@wattle/contracts/choices";
import { oneOf, type Command } from "./command.ts";

/** Coins of the house compared with those that customers own. */
export const POSITION_COMMANDS: readonly Command[] = [
  {
    name: "position list",
    takes: "",
    about: "per coin: what customers own, what the house has, the difference and its worth",
    async run(context) {
      const { data } = await context.ops.position.list();
      context.table(data, "no coins");
    },
  },
  {
    name: "position trades",
    takes: "[--currency BTC] [--venue VENUE] [--after PLACE] [--limit N]",
    about: "trades with venues, newest first",
    options: {
      currency: { type: "string" },
      venue: { type: "string" },
      after: { type: "string" },
      limit: { type: "string" },
    },
    async run(context) {
      const currency = context.option("currency")?.toUpperCase();
      const [venue, after, limit] = [
        context.option("venue"),
        context.option("after"),
        context.option("limit"),
      ];
      const { data, next } = await context.ops.position.trades({
        ...(currency !== undefined && { currency }),
        ...(venue !== undefined && { venue }),
        ...(after !== undefined && { after }),
        ...(limit !== undefined && { limit }),
      });
      context.table(data, "no trades");
      if (next !== null && !context.flag("json")) context.line(`more: --after ${next}`);
    },
  },
  {
    name: "position trade",
    takes: "buy|sell <amount> <coin> --price PRICE --in AUD --venue VENUE [--note TEXT] [--key KEY]",
    about: "keep a trade with a venue: the house bought, or sold; the same KEY is kept once",
    options: {
      price: { type: "string" },
      in: { type: "string" },
      venue: { type: "string" },
      note: { type: "string" },
      key: { type: "string" },
    },
    moves: "ops.position.recordTrade",
    async run(context) {
      const [note, key] = [context.option("note"), context.option("key")];
      const trade = await context.ops.position.recordTrade({
        side: oneOf(TRADE_SIDES, context.word(0)),
        amount: context.word(1),
        currency: context.word(2).toUpperCase(),
        price: context.needed("price"),
        in: context.needed("in").toUpperCase(),
        venue: context.needed("venue"),
        ...(note !== undefined && { note }),
        ...(key !== undefined && { idempotency_key: key }),
      });
      context.record(trade);
    },
  },
  {
    name: "position limits",
    takes: "<coin> [--soft AMOUNT] [--hard AMOUNT]",
    about:
      "how far a coin may be off before staff are warned, and before the side that makes it worse is paused",
    options: { soft: { type: "string" }, hard: { type: "string" } },
    async run(context) {
      const [soft, hard] = [context.option("soft") ?? null, context.option("hard") ?? null];
      context.record(
        await context.ops.position.setLimits({ currency: context.word(0).toUpperCase(), soft, hard }),
      );
    },
  },
];
