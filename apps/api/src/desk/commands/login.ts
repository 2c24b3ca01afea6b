import { staffRolesOf } from "@wattle/contracts/accounts";
import type { SecondFactorProof } from "@wattle/contracts/second-factor";
import { DomainError } from "@wattle/contracts/errors";
import { rolesOf } from "@wattle/db/roles";
import { needsFactorToLogIn } from "../../access/second-factor.ts";
import { requirePassword, requireSecondFactor, startSession } from "../../sessions/login.ts";
import { terminalCall } from "./call-context.ts";
import type { MachineCommand } from "./command.ts";
import { forgetKeptSession, keepSession, readKeptSession } from "./kept-session.ts";

/** Codes of an app are digits and spaces, recovery codes are not. */
export const proofOf = (code: string): SecondFactorProof => ({
  kind: /^[\d\s]*$/.test(code) ? "totp" : "recovery",
  code,
});

/** Logging in and out at the command line. */
export const LOGIN_COMMANDS: readonly MachineCommand[] = [
  {
    name: "login",
    takes: "EMAIL",
    about:
      "log in as a member of staff; asks for the password, and the code of two-step login, and remembers you for up to 12 hours",
    machine: true,
    async run(context) {
      const { services } = context;
      const email = context.word(0);
      const call = terminalCall(services);
      const attempt = await services.loginLimiter.begin(email, call.ip);
      const row = await requirePassword(call, { email, password: await context.askSecret("Password: ") });
      if (staffRolesOf(rolesOf(row)).length === 0) throw new DomainError("forbidden");
      const proof = (await needsFactorToLogIn(services.database.read, row))
        ? proofOf(await context.askSecret("Code of your app, or a recovery code: "))
        : undefined;
      const proved = await requireSecondFactor(call, row, { attempt, proof });
      await attempt.takeBack();
      await keepSession(services.config, await startSession(call, row, { remember: false, proved }));
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
