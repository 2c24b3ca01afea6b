import { readFile, writeFile } from "node:fs/promises";
import type { Command } from "./command.ts";

/** The proof of what the house holds. */
export const RESERVE_COMMANDS: readonly Command[] = [
  {
    name: "reserves challenge",
    takes: "--to FILE",
    about: "write what the treasury's keys are to prove to FILE, for the signer's “prove”",
    options: { to: { type: "string" } },
    async run(context) {
      const { filename, content } = await context.ops.reserves.challenge({});
      const to = context.option("to") ?? filename;
      await writeFile(to, Buffer.from(content, "base64"), { flag: "wx", mode: 0o600 });
      context.line(`written to ${to}`);
    },
  },
  {
    name: "reserves publish",
    takes: "<FILE>",
    about: "publish the proof of reserves that the signer wrote to FILE",
    async run(context) {
      const content = (await readFile(context.word(0))).toString("base64");
      const { id, networks } = await context.ops.reserves.publish({ content });
      context.line(`published ${id}`);
      const totals = networks.flatMap(({ currencies }) =>
        currencies.map(({ currency, total, owed, cover }) => ({ currency, held: total, owed, cover })),
      );
      context.table(totals, "the treasury holds nothing");
    },
  },
];
