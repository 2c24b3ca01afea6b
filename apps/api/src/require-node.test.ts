import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { nodeProblem } from "./require-node.ts";
import { IS_BUILT, SERVER } from "./testing/programs.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

test.each([
  ["18.12.0", true],
  ["20.20.2", true],
  ["22.17.1", true],
  ["22.18.0", false],
  ["23.6.0", true],
  ["24.0.0", false],
  ["26.1.0", false],
])("Node %s is too old: %s", (version, isOld) => {
  expect(nodeProblem(version)).toBe(isOld ? `Node ${version} is too old; takes 22.18 or newer` : undefined);
});

test("an older Node gets one line, before it reads the rest of the program", async () => {
  const launcher = IS_BUILT ? SERVER : path.join(import.meta.dirname, "launch-server.ts");
  // Nothing that a Node of the past lacks may be imported before the version is looked at.
  expect(readFileSync(launcher, "utf8")).not.toMatch(/^import (?!.*require-node)/m);
  const older = 'data:text/javascript,Object.defineProperty(process.versions, "node", { value: "20.20.2" })';
  const outcome = await new Promise((resolve) => {
    const child = execFile(process.execPath, ["--import", older, launcher], (_error, out, error) =>
      resolve({ code: child.exitCode, text: out + error }),
    );
  });
  expect(outcome).toEqual({ code: 1, text: "Node 20.20.2 is too old; takes 22.18 or newer\n" });
});

test.each(["README.md", "docs/operations.md", "deploy/wattle.service"])(
  "%s names the Node it needs",
  (file) => {
    expect(readFileSync(path.join(ROOT, file), "utf8")).toContain("22.18");
  },
);
