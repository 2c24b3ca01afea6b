import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { roleStatements } from "@wattle/db/make-roles";
import { ConfigError } from "../config-error.ts";
import { readConfig } from "../config.ts";
import { startFailure } from "../start-failure.ts";
import {
  machineFiles,
  writeInstallationFile,
  type InstallationFile,
  type Machine,
} from "./installation-files.ts";
import { brandOf, rolePlan, settingsOf, settingsText, type Variables } from "./installation-settings.ts";
import { administratorCommand, openInstallation, openRoles, requirePort } from "./open-installation.ts";
import { answerFault, answers, QUESTION_NAMES, QUESTIONS, type Answers, type Question } from "./questions.ts";

export interface SetupTerminal {
  readonly line: (text: string) => void;
  /** Asks a person; undefined if none is there. */
  readonly ask: ((prompt: string) => Promise<string>) | undefined;
}

export interface SetupOptions {
  readonly machine: Machine;
  /** The path of a JSON file with the answers. */
  readonly answersFile?: string | undefined;
  readonly port?: number | undefined;
  /** Whether files with another content are replaced without asking. */
  readonly overwrite?: boolean;
}

type Texts = Readonly<Partial<Record<Question, string>>>;

function readAnswers(file: string): Texts {
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new ConfigError(`--answers: ${file} cannot be read as JSON`, { cause });
  }
  const { error } = answers.safeParse(given);
  if (error === undefined) return given as Texts;
  const lines = error.issues.map(({ path: [name], message }) =>
    name === undefined
      ? `--answers: ${message}; it takes ${QUESTION_NAMES.join(", ")}`
      : `${String(name)}: takes ${message}`,
  );
  throw new ConfigError([...new Set(lines)].join("\n"));
}

/** Asks until each answer will do. */
async function askAll(
  ask: NonNullable<SetupTerminal["ask"]>,
  { line }: SetupTerminal,
  before: Texts,
): Promise<Texts> {
  const typed: Partial<Record<Question, string>> = {};
  for (const question of QUESTION_NAMES) {
    const known = before[question];
    for (;;) {
      const text = (await ask(`${QUESTIONS[question]}${known === undefined ? "" : ` [${known}]`}: `)).trim();
      const answer = text === "" && known !== undefined ? known : text;
      const wrong = answerFault(question, answer);
      if (wrong === undefined) {
        typed[question] = answer;
        break;
      }
      line(`  takes ${wrong}`);
    }
  }
  return typed;
}

/** Answers of the last time, as far as the files have them. Secrets are not shown: they are asked again. */
function answersBefore(folder: string, { APP_ORIGIN, RATE_SOURCE }: Variables): Texts {
  const file = path.join(folder, "brand.json");
  const brand = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as Partial<Record<string, string>>)
    : {};
  return {
    ...(brand["name"] !== undefined && { name: brand["name"] }),
    ...(brand["legalEntity"] !== undefined && { legalEntity: brand["legalEntity"] }),
    ...(APP_ORIGIN !== undefined && { address: APP_ORIGIN }),
    ...(RATE_SOURCE === "kraken" && { prices: RATE_SOURCE }),
  };
}

const keptSettings = (file: string): Variables =>
  existsSync(file) ? (parseEnv(readFileSync(file, "utf8")) as Variables) : {};

function nextSteps({ folder, user, root }: Machine, link: string | undefined): readonly string[] {
  // The timer comes before the service that names it.
  const units = ["wattle.service", "wattle-backup.timer", "wattle-backup.service"].map((unit) =>
    path.join(folder, unit),
  );
  return [
    "",
    "Next:",
    "  npm run build",
    ...(user === "wattle" ? [`  useradd --system wattle; chown -R wattle ${folder}`] : []),
    `  sudo systemctl enable --now ${units.join(" ")}`,
    // Debian's package runs Caddy already: a second one would find its ports taken, and would not come back after a reboot.
    `  sudo cp ${path.join(folder, "Caddyfile")} /etc/caddy/ && sudo systemctl reload caddy`,
    `  (without systemd: npm run serve, in ${root})`,
    link === undefined
      ? "There is staff already: they log in at /teamaccess."
      : `The first admin opens, within 72 hours: ${link}`,
    `Copy DATA_KEYS and BACKUP_KEY of ${path.join(folder, "wattle.env")} to a place without backups.`,
    "Then: npm run ops -- doctor, and “Before you open” in docs/operations.md",
  ];
}

const isYes = (answer: string): boolean => /^y(es)?$/i.test(answer.trim());

const isLocal = (database: string): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].includes(new URL(database).hostname);

/** Runs the administrator's command if a person wants that here, and waits until the person has run it otherwise. */
async function runSql(ask: NonNullable<SetupTerminal["ask"]>, command: string, here: boolean): Promise<void> {
  if (here && isYes(await ask(`PostgreSQL needs its roles: ${command}\nRun this now? (yes/no) `)))
    spawnSync(command, { shell: true, cwd: "/", stdio: "inherit" });
  else await ask(`Run in another terminal, then press Enter: ${command} `);
}

async function setUp(
  { machine, answersFile, port, overwrite = false }: SetupOptions,
  terminal: SetupTerminal,
) {
  const { folder } = machine;
  const { ask, line } = terminal;
  const envFile = path.join(folder, "wattle.env");
  const kept = keptSettings(envFile);
  if (answersFile === undefined && ask === undefined)
    throw new ConfigError(
      "no one is at a terminal: takes --answers FILE, a JSON file with the eight answers",
    );
  const texts =
    answersFile === undefined && ask !== undefined
      ? await askAll(ask, terminal, answersBefore(folder, kept))
      : readAnswers(answersFile ?? "");
  const read: Answers = answers.parse(texts);
  const place = { folder, port: port ?? Number.parseInt(kept["PORT"] ?? "3000", 10) };
  await requirePort(place.port);
  const plan = rolePlan(read.database, kept);
  const settings = settingsOf(read, place, kept, plan);
  const sql = plan && `${roleStatements(plan).join(";\n")};\n`;
  const files: readonly InstallationFile[] = [
    { name: "brand.json", text: `${JSON.stringify(brandOf(read), null, 2)}\n` },
    { name: "wattle.env", text: settingsText(settings), secret: true },
    ...(sql === undefined ? [] : [{ name: "roles.sql", text: sql, secret: true }]),
    ...machineFiles(machine, settings["APP_ORIGIN"] ?? "", settings["PORT"] ?? ""),
  ];
  const replaces = async (file: string): Promise<boolean> =>
    overwrite ||
    (ask !== undefined && isYes(await ask(`${file} is there and differs. Replace it? (yes/no) `)));
  for (const file of files) await writeInstallationFile(folder, file, { replaces, line });
  mkdirSync(path.join(folder, "data"), { recursive: true, mode: 0o700 });
  mkdirSync(path.join(folder, "backups"), { recursive: true, mode: 0o700 });

  const config = readConfig(keptSettings(envFile));
  if (plan !== undefined) {
    const sqlFile = path.join(folder, "roles.sql");
    const command = administratorCommand(read.database, sqlFile);
    const waitForSql = ask && (() => runSql(ask, command, isLocal(read.database)));
    await openRoles({ config, database: read.database, plan, waitForSql, sqlFile });
  }
  try {
    const link = await openInstallation(config, read);
    for (const text of nextSteps(machine, link)) line(text);
  } catch (error) {
    const wrong = startFailure(error, config);
    throw wrong === undefined ? error : new ConfigError(wrong, { cause: error });
  }
}

/**
 * Asks eight questions and makes an installation: its files, its database and the first admin's link. It can be stopped and run
 * again: keys and passwords stay, and no file is replaced without asking.
 * @returns the exit code: 0 done, 1 something is wrong, which a line says
 */
export async function runSetup(options: SetupOptions, terminal: SetupTerminal): Promise<number> {
  try {
    await setUp(options, terminal);
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof RangeError)) throw error;
    terminal.line(error.message);
    return 1;
  }
}
