import { readFile, writeFile } from "node:fs/promises";
import type { CoinPayout } from "@wattle/contracts/coin-payouts";
import { calling } from "./calling.ts";
import type { Command } from "./command.ts";

const batchCells = ({ payments, file, ...batch }: CoinPayout): Record<string, unknown> => ({
  ...batch,
  file: file === null ? "" : `${file.kind}, ${file.fetched_at === null ? "not taken" : "taken"}`,
  payments: payments.map(({ customer, ...payment }) => ({ ...payment, customer: customer.email })),
});

const BATCH = { words: ["batch"], names: { id: "batch" }, print: batchCells } as const;

/** Coins that leave: batches, their files for the signer, and moves of our own. */
export const COIN_PAYOUT_COMMANDS: readonly Command[] = [
  calling("coin-payouts create", "ops.coinPayouts.create", {
    about: "take the withdrawals of a coin that may be paid into a new batch",
    words: ["currency"],
    print: batchCells,
  }),
  calling("coin-payouts list", "ops.coinPayouts.list", {
    about: "batches of coins, newest first",
    empty: "no batches",
  }),
  calling("coin-payouts get", "ops.coinPayouts.get", {
    ...BATCH,
    about: "a batch with its payments and transactions",
  }),
  calling("coin-payouts remove", "ops.coinPayouts.remove", {
    ...BATCH,
    about: "take a withdrawal out of a draft",
    words: ["batch", "reference"],
  }),
  calling("coin-payouts release", "ops.coinPayouts.release", {
    ...BATCH,
    about: "allow a batch to be signed, once a second person approves",
  }),
  {
    name: "coin-payouts file",
    takes: "<batch> --to FILE",
    about: "write the file for the signer to FILE",
    options: { to: { type: "string" } },
    async run(context) {
      const { filename, content } = await context.ops.coinPayouts.file({ id: context.word(0) });
      const to = context.option("to") ?? filename;
      await writeFile(to, Buffer.from(content, "base64"), { flag: "wx", mode: 0o600 });
      context.line(`written to ${to}`);
    },
  },
  {
    name: "coin-payouts import",
    takes: "<batch> <FILE>",
    about: "import the signed FILE: it is stored, and then sent",
    async run(context) {
      const content = (await readFile(context.word(1))).toString("base64");
      context.record(batchCells(await context.ops.coinPayouts.import({ id: context.word(0), content })));
    },
  },
  calling("coin-payouts bump", "ops.coinPayouts.bump", {
    ...BATCH,
    about: "make the same payments at a higher fee, once a second person approves",
    words: ["batch", "fee-rate"],
  }),
  calling("coin-payouts cancel", "ops.coinPayouts.cancel", {
    ...BATCH,
    about: "give a batch up; once its file was taken, a second person approves",
  }),
  calling("coin-moves create", "ops.coinMoves.create", {
    about:
      "make a batch that sweeps deposits into the treasury, consolidates its coins, or sends some to the venue",
    words: ["network", "what"],
    print: batchCells,
  }),
];
