import type { CheckState } from "@wattle/contracts/system-checks";
import { examine } from "../system/read-checks.ts";
import type { Command } from "./command.ts";

const MARKS: Readonly<Record<CheckState, string>> = { ok: "ok", warning: "WARNING", fault: "FAULT" };

/** The state of the installation, also of one that does not start. */
export const DOCTOR_COMMANDS: readonly Command[] = [
  {
    name: "doctor",
    takes: "",
    about:
      "what is right and wrong with the installation, and what to do; exits with 1 if there is a fault, so that a monitor can run it",
    machine: "any",
    async run(context) {
      const checks = await examine(context.installation);
      if (context.flag("json")) context.line(JSON.stringify(checks, null, 2));
      else {
        const width = Math.max(...checks.map(({ name }) => name.length));
        for (const { name, state, text } of checks)
          context.line(`${MARKS[state].padEnd(8)} ${name.padEnd(width)}  ${text}`);
      }
      return checks.some(({ state }) => state === "fault") ? 1 : 0;
    },
  },
];
