import { userInfo } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { ask } from "../desk/commands/ask-secret.ts";
import { runSetup } from "./run-setup.ts";

const root = path.resolve(import.meta.dirname, "../../../..");
const { values } = parseArgs({
  options: {
    answers: { type: "string" },
    folder: { type: "string", default: path.join(root, "installation") },
    port: { type: "string" },
    overwrite: { type: "boolean" },
  },
});
const { username, uid } = userInfo();
process.exitCode = await runSetup(
  {
    machine: {
      root,
      folder: path.resolve(values.folder),
      user: uid === 0 ? "wattle" : username,
      node: process.execPath,
    },
    answersFile: values.answers,
    port: values.port === undefined ? undefined : Number.parseInt(values.port, 10),
    overwrite: values.overwrite ?? false,
  },
  {
    line: (text) => console.log(text),
    ask: process.stdin.isTTY ? ask : undefined,
  },
);
