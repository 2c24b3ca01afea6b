// The steps of the Dockerfile in empty folders, in their order: what they need is in the repository, and what they
// leave serves as a user that may write only to its data. It shows nothing of the base image, of Docker's own reading
// of the file, or of the walls of a container.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../packages/db/src/testing/postgres-server.ts";
import { IS_TRIAL, noteFigures } from "../packages/db/src/testing/trial.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");
/** Has no rights on anything. */
const NO_RIGHTS = 65_534;
/** Whether files can be given to another user. */
const IS_ROOT = process.getuid?.() === 0;

interface Step {
  readonly word: string;
  readonly rest: string;
}
interface Stage {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** The stages of a Dockerfile; the last has no name. */
function stagesOf(file: string): Stage[] {
  const steps = file
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ word: line.split(" ", 1)[0] ?? "", rest: line.slice(line.indexOf(" ") + 1) }));
  const stages: { name: string; steps: Step[] }[] = [];
  for (const step of steps) {
    if (step.word === "FROM") stages.push({ name: step.rest.split(" AS ")[1] ?? "", steps: [] });
    else stages.at(-1)?.steps.push(step);
  }
  return stages;
}

const STAGES = stagesOf(readFileSync(path.join(ROOT, "Dockerfile"), "utf8"));
const last = STAGES.at(-1)?.steps ?? [];

test("the image has three stages, and serves as a user that is not root", () => {
  expect(STAGES.map(({ name }) => name)).toEqual(["build", "packages", ""]);
  expect(last.map(({ word }) => word)).toEqual([
    "WORKDIR",
    "ENV",
    "RUN",
    "COPY",
    "COPY",
    "COPY",
    "COPY",
    "COPY",
    "USER",
    "VOLUME",
    "EXPOSE",
    "HEALTHCHECK",
    "CMD",
  ]);
});

describe.runIf(IS_TRIAL && process.platform === "linux")("the steps of the Dockerfile", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "wattle-image-"));
    chmodSync(folder, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const rootOf = (name: string): string => path.join(folder, name || "last");
  const node = path.dirname(process.execPath);

  /** Runs a stage's steps. @returns the settings it makes */
  function build({ name, steps }: Stage): Record<string, string> {
    const root = rootOf(name);
    const env: Record<string, string> = {};
    // Steps install by this machine's registry; the server gets only the image's settings.
    const outer = { ...process.env, NODE_ENV: "", PATH: `${node}:${process.env["PATH"]}` };
    let cwd = root;
    /** Absolute paths are those of the image. */
    const placed = (text: string): string =>
      text.replaceAll("/data", path.join(root, "data")).replaceAll("node:node", `${NO_RIGHTS}:${NO_RIGHTS}`);
    const doing: Record<string, (rest: string) => void> = {
      WORKDIR: (rest) => mkdirSync((cwd = path.join(root, rest)), { recursive: true }),
      ENV: (rest) => {
        for (const pair of rest.split(" "))
          env[pair.split("=", 1)[0] ?? ""] = placed(pair.slice(pair.indexOf("=") + 1));
      },
      RUN: (rest) =>
        void execFileSync("sh", ["-c", placed(rest)], { cwd, env: { ...outer, ...env }, stdio: "pipe" }),
      COPY: (rest) => {
        const [, from, source = "", target = ""] = /^--from=(\S+) (\S+) (\S+)$/.exec(rest) ?? [];
        if (from === undefined)
          execFileSync("sh", ["-c", `git -C "${ROOT}" archive HEAD | tar x -C "${cwd}"`], { stdio: "pipe" });
        else
          cpSync(path.join(rootOf(from), source), path.join(cwd, target), {
            recursive: true,
            verbatimSymlinks: true,
          });
      },
    };
    for (const { word, rest } of steps) doing[word]?.(rest);
    return env;
  }

  test("end in a server that answers, and stops when it is asked to", async () => {
    const made = STAGES.map(build).at(-1);
    const port = await freePort();
    const env = {
      PATH: `${node}:${process.env["PATH"]}`,
      ...made,
      HOST: "127.0.0.1",
      PORT: String(port),
      NODE_ENV: "test",
      CAPTCHA_PROVIDER: "none",
      STOP_DELAY: "0",
    };
    const words = JSON.parse(last.find(({ word }) => word === "CMD")?.rest ?? "[]") as string[];
    const user = IS_ROOT ? { uid: NO_RIGHTS, gid: NO_RIGHTS } : {};
    const server = spawn(words[0] ?? "", words.slice(1), {
      cwd: path.join(rootOf(""), "app"),
      env,
      ...user,
      stdio: "pipe",
    });
    let printed = "";
    for (const stream of [server.stdout, server.stderr])
      stream.on("data", (text: Buffer) => (printed += String(text)));
    const ended = new Promise<number | null>((resolve) => server.once("exit", resolve));
    const status = async (at: string): Promise<number> => {
      if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}:\n${printed}`);
      return (await fetch(`http://127.0.0.1:${port}${at}`).catch(() => undefined))?.status ?? 0;
    };
    await expect.poll(() => status("/healthz"), { timeout: 60_000 }).toBe(200);
    expect([await status("/readyz"), await status("/"), await status("/.well-known/jwks.json")]).toEqual([
      200, 200, 200,
    ]);
    server.kill("SIGTERM");
    expect(await ended, printed).toBe(0);
    noteFigures(
      `the Dockerfile's steps: ${STAGES.length} stages built, served as ${IS_ROOT ? "a user without rights" : "this user"}`,
    );
  });
});
