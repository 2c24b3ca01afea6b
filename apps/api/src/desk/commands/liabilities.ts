import { publishLiabilities } from "../../liabilities/publish-liabilities.ts";
import type { Command } from "./command.ts";

/** The proof of what is owed to customers. */
export const LIABILITY_COMMANDS: readonly Command[] = [
  {
    name: "liabilities publish",
    takes: "",
    about: "publish now what is owed to all customers; the server does so every day by itself",
    machine: true,
    async run(context) {
      const document = await publishLiabilities(context.services);
      if (document === undefined) {
        context.line("nothing was published: another process published something newer meanwhile");
        return 1;
      }
      if (context.flag("json")) {
        context.record(document);
        return 0;
      }
      context.line(`published ${document.id} at ${document.created_at}`);
      context.table(document.trees, "no customer owns anything");
      return 0;
    },
  },
];
