import { calling } from "./calling.ts";
import type { Command } from "./command.ts";

const ONE = { words: ["reference"] } as const;

/** Messages of visitors from the support form and the OTC desk. */
export const SUPPORT_COMMANDS: readonly Command[] = [
  calling("support list", "ops.support.list", {
    about: "enquiries, newest first; open ones by default",
    words: ["show"],
    empty: "no enquiries",
    row: ({ reference, topic, name, email, message, created_at, handled_at, assigned_to }) => ({
      reference,
      topic,
      created_at,
      handled_at,
      assigned_to,
      name,
      email,
      message,
    }),
  }),
  calling("support assign", "ops.support.assign", {
    about: "give an open enquiry to a colleague, or to no one; to yourself by default",
    words: ["reference", "email"],
    names: { to: "email" },
    print: ({ reference, assigned_to }) => ({ reference, assigned_to }),
  }),
  calling("support reply", "ops.support.reply", {
    ...ONE,
    about: "email a reply to who wrote an open enquiry; --close marks it as handled, too",
    print: ({ reference, email, replied_at, handled_at }) => ({ reference, email, replied_at, handled_at }),
  }),
  calling("support handle", "ops.support.markHandled", {
    ...ONE,
    about: "mark an enquiry as handled",
    print: ({ reference, handled_at, handled_by }) => ({ reference, handled_at, handled_by }),
  }),
  calling("support reopen", "ops.support.reopen", {
    ...ONE,
    about: "open a handled enquiry again",
    print: ({ reference, handled_at, assigned_to }) => ({ reference, handled_at, assigned_to }),
  }),
];
