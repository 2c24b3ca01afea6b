import { ENQUIRY_ASSIGNMENTS, ENQUIRY_FILTERS } from "@wattle/contracts/desk";
import { oneOf, PAGE_OPTIONS, pageOf, type Command } from "./command.ts";

/** Messages of visitors from the support form and the OTC desk. */
export const SUPPORT_COMMANDS: readonly Command[] = [
  {
    name: "support list",
    takes: `[${ENQUIRY_FILTERS.join("|")}] [--assigned ${ENQUIRY_ASSIGNMENTS.join("|")}]`,
    about: "enquiries, newest first; open ones by default",
    options: { ...PAGE_OPTIONS, assigned: { type: "string" } },
    async run(context) {
      const [word = "open"] = context.words;
      const show = oneOf(ENQUIRY_FILTERS, word);
      const assigned = oneOf(ENQUIRY_ASSIGNMENTS, context.option("assigned") ?? "anyone");
      const { data } = await context.ops.support.list({ ...pageOf(context), show, assigned });
      context.table(
        data.map(({ reference, topic, name, email, message, created_at, handled_at, assigned_to }) => ({
          reference,
          topic,
          created_at,
          handled_at,
          assigned_to,
          name,
          email,
          message,
        })),
        "no enquiries",
      );
    },
  },
  {
    name: "support assign",
    takes: "<reference> [email|none]",
    about: "give an open enquiry to a colleague, or to no one; to yourself by default",
    async run(context) {
      const reference = context.word(0);
      const [, to] = context.words;
      const { assigned_to } = await context.ops.support.assign({
        reference,
        ...(to !== undefined && { to: to === "none" ? null : to }),
      });
      context.record({ reference, assigned_to });
    },
  },
  {
    name: "support reply",
    takes: "<reference> --message TEXT [--close]",
    about: "email a reply to who wrote an open enquiry; --close marks it as handled, too",
    options: { message: { type: "string" }, close: { type: "boolean" } },
    async run(context) {
      const { reference, email, replied_at, handled_at } = await context.ops.support.reply({
        reference: context.word(0),
        message: context.needed("message"),
        close: context.flag("close"),
      });
      context.record({ reference, email, replied_at, handled_at });
    },
  },
  {
    name: "support handle",
    takes: "<reference>",
    about: "mark an enquiry as handled",
    async run(context) {
      const { reference, handled_at, handled_by } = await context.ops.support.markHandled({
        reference: context.word(0),
      });
      context.record({ reference, handled_at, handled_by });
    },
  },
  {
    name: "support reopen",
    takes: "<reference>",
    about: "open a handled enquiry again",
    async run(context) {
      const { reference, handled_at, assigned_to } = await context.ops.support.reopen({
        reference: context.word(0),
      });
      context.record({ reference, handled_at, assigned_to });
    },
  },
];
