import type { Command } from "./command.ts";

/** The list of an option such as `--procedures a,b`; none if it was not given. */
const listOf = (text: string | undefined): string[] =>
  (text ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

/** Service tokens for internal tools. */
export const TOKEN_COMMANDS: readonly Command[] = [
  {
    name: "tokens list",
    takes: "",
    about: "active service tokens, newest first",
    async run(context) {
      const tokens = await context.ops.tokens.list();
      context.table(
        tokens.map(({ id, name, hint, procedures, created_by, expires_at, last_used_at }) => ({
          id,
          name,
          token: `${hint}…`,
          procedures: procedures.join(" "),
          created_by,
          expires_at,
          last_used_at,
        })),
        "no service tokens",
      );
    },
  },
  {
    name: "tokens create",
    takes: "--name TEXT --procedures ops.deposits.list,… [--addresses 203.0.113.0/24,…] [--days N]",
    about: "create a service token for the named procedures; you won't see it again",
    options: {
      name: { type: "string" },
      procedures: { type: "string" },
      addresses: { type: "string" },
      days: { type: "string" },
    },
    async run(context) {
      const days = context.option("days");
      const { token, name, procedures, addresses, expires_at, created_by } = await context.ops.tokens.create({
        name: context.needed("name"),
        procedures: listOf(context.needed("procedures")),
        addresses: listOf(context.option("addresses")),
        ...(days !== undefined && { expires_in_days: days }),
      });
      context.record({
        token,
        name,
        procedures: procedures.join(" "),
        addresses: addresses.join(" "),
        expires_at,
        created_by,
      });
    },
  },
  {
    name: "tokens revoke",
    takes: "<id>",
    about: "revoke a service token",
    async run(context) {
      const id = context.word(0);
      await context.ops.tokens.revoke({ id });
      context.record({ revoked: id });
    },
  },
];
