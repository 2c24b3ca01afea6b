import { staffRolesOf } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import { rolesOf } from "@wattle/db/roles";
import { requirePassword, startSession } from "../../sessions/login.ts";
import { terminalCall } from "./call-context.ts";
import type { MachineCommand } from "./command.ts";
import { forgetKeptSession, keepSession, readKeptSession } from "./kept-session.ts";

/** Logging in and out at the command line. */
export const LOGIN_COMMANDS: readonly MachineCommand[] = [
  {
    name: "login",
    takes: "EMAIL",
    about: "log in as a member of staff; asks for the password and remembers you for up to 12 hours",
    machine: true,
    async run(context) {
      const { services } = context;
      const email = context.word(0);
      const call = terminalCall(services);
      const attempt = await services.loginLimiter.begin(email, call.ip);
      const row = await requirePassword(call, { email, password: await context.askSecret("Password: ") });
      if (staffRolesOf(rolesOf(row)).length === 0) throw new DomainError("forbidden");
      await attempt.takeBack();
      // The second factor, where the account has one, is asked for here.
      await keepSession(services.config, await startSession(call, row, false));
      services.securityLog.note(call, "sign-in", { account: row.id });
      context.record({ logged_in: row.email, roles: rolesOf(row).join(", ") });
    },
  },
  {
    name: "logout",
    takes: "",
    about: "log out again",
    machine: true,
    async run({ services, line }) {
      const kept = await readKeptSession(services.config);
      if (kept !== undefined) await services.sessions.end(kept);
      await forgetKeptSession(services.config);
      line(kept === undefined ? "no one was logged in" : "logged out");
    },
  },
];
