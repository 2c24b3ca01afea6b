import { customerId, PAGE_OPTIONS, pageOf, type Command } from "./command.ts";

/** Who of the back office did what. */
export const AUDIT_COMMANDS: readonly Command[] = [
  {
    name: "audit list",
    takes: "[customer]",
    about: "the audit log, newest first; for one customer if you name one",
    options: PAGE_OPTIONS,
    async run(context) {
      const [name] = context.words;
      const subject = name === undefined ? undefined : await customerId(context, name);
      const { data } = await context.ops.audit.list({
        ...pageOf(context),
        ...(subject !== undefined && { subject }),
      });
      context.table(
        data.map(({ created_at, actor, action, subject: of, details }) => ({
          created_at,
          actor,
          action,
          subject: of,
          details,
        })),
        "nothing yet",
      );
    },
  },
];
