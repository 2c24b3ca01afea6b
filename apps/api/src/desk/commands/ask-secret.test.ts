import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

const MODULE = path.join(import.meta.dirname, "ask-secret.ts");
/** Asks two questions, the second after a while of other work. */
const PROGRAM = `
  const { askSecret } = await import(${JSON.stringify(MODULE)});
  const first = await askSecret("Password: ");
  console.error("asked once");
  await fetch("data:,work");
  console.log(JSON.stringify([first, await askSecret("Code: ")]));
`;

test.each<[string, readonly string[], boolean, readonly string[]]>([
  ["both lines at once", ["Horse-7\n123456\n"], true, ["Horse-7", "123456"]],
  ["a last line without an end", ["Horse-7\n123456"], true, ["Horse-7", "123456"]],
  ["lines of Windows", ["Horse-7\r\n123456\r\n"], true, ["Horse-7", "123456"]],
  ["one after the other", ["Horse-7\n", "123456\n"], true, ["Horse-7", "123456"]],
  ["a pipe that stays open", ["Horse-7\n123456\n"], false, ["Horse-7", "123456"]],
  ["one line only", ["Horse-7\n"], true, ["Horse-7", ""]],
  ["nothing", [], true, ["", ""]],
])("secrets through a pipe: %s", async (_title, pieces, ends, answers) => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", PROGRAM]);
  const [first = "", ...later] = pieces;
  child.stdin.write(first);
  if (later.length > 0) {
    await once(child.stderr, "data");
    child.stdin.write(later.join(""));
  }
  if (ends) child.stdin.end();
  expect(JSON.parse(await text(child.stdout))).toEqual(answers);
  expect(child.exitCode ?? (await once(child, "exit"))[0]).toBe(0);
});
