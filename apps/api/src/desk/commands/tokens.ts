import { calling } from "./calling.ts";
import type { Command } from "./command.ts";

/** Service tokens for internal tools. */
export const TOKEN_COMMANDS: readonly Command[] = [
  calling("tokens list", "ops.tokens.list", {
    about: "active service tokens, newest first",
    empty: "no service tokens",
    row: ({ id, name, hint, procedures, created_by, expires_at, last_used_at }) => ({
      id,
      name,
      token: `${hint}…`,
      procedures: procedures.join(" "),
      created_by,
      expires_at,
      last_used_at,
    }),
  }),
  calling("tokens create", "ops.tokens.create", {
    about: "create a service token for the named procedures; you won't see it again",
    names: { expires_in_days: "days" },
    print: ({ token, name, procedures, addresses, expires_at, created_by }) => ({
      token,
      name,
      procedures: procedures.join(" "),
      addresses: addresses.join(" "),
      expires_at,
      created_by,
    }),
  }),
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
