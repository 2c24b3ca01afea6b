import { sendTestMail } from "../../mail/send-test-mail.ts";
import { UsageError, type Command } from "./command.ts";

/** The mail server, tried out. */
export const MAIL_COMMANDS: readonly Command[] = [
  {
    name: "mail test",
    takes: "EMAIL",
    about: "send a mail now, past the outbox, and print what the mail server says of it",
    machine: "setup",
    async run(context) {
      const { config } = context;
      const to = context.word(0);
      if (config.MAIL_URL === "outbox:") throw new UsageError("MAIL_URL is outbox:, so no mail leaves");
      const { from, response } = await sendTestMail(config, to);
      context.record({ from, to, response });
    },
  },
];
