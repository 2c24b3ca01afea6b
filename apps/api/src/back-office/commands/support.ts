import { ENQUIRY_FILTERS } from "@wattle/contracts/back-office";
import { PAGE_OPTIONS, pageOf, UsageError, type Command } from "./command.ts";

/** What visitors wrote through the support form and the OTC desk. */
export const SUPPORT_COMMANDS: readonly Command[] = [
  {
    name: "support list",
    takes: "[open|handled|all]",
    about: "enquiries, newest first; open ones by default",
    options: PAGE_OPTIONS,
    async run(context) {
      const [word = "open"] = context.words;
      const show = ENQUIRY_FILTERS.find((known) => known === word);
      if (show === undefined) throw new UsageError(`${word}: choose one of ${ENQUIRY_FILTERS.join(", ")}`);
      const { data } = await context.ops.support.list({ ...pageOf(context), show });
      context.table(
        data.map(({ reference, topic, name, email, message, created_at, handled_at }) => ({
          reference,
          topic,
          created_at,
          handled_at,
          name,
          email,
          message,
        })),
        "no enquiries",
      );
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
];
