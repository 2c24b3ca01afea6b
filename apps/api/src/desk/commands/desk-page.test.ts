import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { STAFF_ACCESS } from "@wattle/contracts/staff-access.gen";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "./run-command.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../../..");
const DESK = path.join(ROOT, "apps/web/src/desk");
const ROUTES = path.join(ROOT, "apps/web/src/routes/_staff/teamaccess");
const read = (...names: readonly string[]): string => readFileSync(path.join(...names), "utf8");

/** The text of a folder's files without their tests. */
const sourceOf = (folder: string): string =>
  globSync("**/*.{ts,tsx}", { cwd: path.join(DESK, folder) })
    .filter((file) => !file.includes(".test."))
    .map((file) => read(DESK, folder, file))
    .join("\n");

/** Whether a source calls a procedure: as an act, or by its client. */
const isCalledIn = (source: string, procedure: string): boolean =>
  source.includes(`actCall("${procedure}"`) || source.includes(`${procedure}.`);

/** The room of the desk whose page a screen's route shows. */
function roomOf(address: string): string {
  const name = address.replace(/^\/teamaccess\/?/, "");
  const [, room = ""] = /\/desk\/(?!parts\/)([\w-]+)\//.exec(read(ROUTES, `${name || "index"}.tsx`)) ?? [];
  return room;
}

/** Each screen's name, letter and room. */
const SCREENS = globSync("*.ts", { cwd: path.join(DESK, "screens") }).flatMap((file) => {
  const text = read(DESK, "screens", file);
  const [, address = ""] = /\bto: "([^"]+)"/.exec(text) ?? [];
  const [, label] = /\blabel: "([^"]+)"/.exec(text) ?? [];
  const [, letter] = /\bletter: "([^"]+)"/.exec(text) ?? [];
  return label === undefined ? [] : [{ address, label, letter }];
});

/** The rows of the table below a heading, each as the texts of its cells. */
function rowsBelow(heading: string): string[][] {
  const [, part = ""] = read(ROOT, "docs/desk.md").split(`## ${heading}\n`);
  const [table = ""] = part.split("\n## ");
  return table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim().replaceAll("`", "")),
    );
}

const HERE = rowsBelow("Commands and their screens");
const ELSEWHERE = rowsBelow("Only at the command line");

describe("docs/desk.md", () => {
  test("has every command once", () => {
    const named = [...HERE, ...ELSEWHERE].map(([command = ""]) => command);
    expect(named.toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
  });

  test("has every screen with its letter", () => {
    const rows = rowsBelow("Keys").map(([label, keys]) => `${label} ${keys}`);
    expect(rows.toSorted()).toEqual(SCREENS.map(({ label, letter }) => `${label} g ${letter}`).toSorted());
  });

  test.each(HERE)("%s: its screen %s calls %s", (_command, label, calls = "") => {
    const screen = SCREENS.find((each) => each.label === label);
    expect(screen, `${label} is no screen`).toBeDefined();
    // Photos have an address and no procedure.
    const isAddress = calls.startsWith("/api/ops/");
    expect(isAddress || Object.hasOwn(STAFF_ACCESS, calls)).toBe(true);
    const source = sourceOf(roomOf(screen?.address ?? ""));
    expect(isAddress ? source.includes(calls) : isCalledIn(source, calls)).toBe(true);
  });

  test.each(ELSEWHERE)("%s has a reason, and no screen does it", (command, why = "", calls = "") => {
    expect(why).toMatch(/\.$/);
    const isMachines = COMMANDS.find(({ name }) => name === command)?.machine !== undefined;
    // Commands of the machine have no procedure.
    expect(calls === "").toBe(isMachines);
    if (calls === "") return;
    expect(Object.hasOwn(STAFF_ACCESS, calls)).toBe(true);
    expect(isCalledIn(sourceOf("."), calls)).toBe(false);
  });
});
