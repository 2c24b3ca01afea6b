import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** One file of an installation, made of its answers. */
export interface InstallationFile {
  readonly name: string;
  readonly text: string;
  /** Has secrets: only its owner reads it. */
  readonly secret?: boolean;
}

/** The machine that serves the installation. */
export interface Machine {
  /** The product's folder. */
  readonly root: string;
  /** The installation's folder. */
  readonly folder: string;
  /** The system's user who runs it. */
  readonly user: string;
  /** The path of Node. */
  readonly node: string;
}

const OWN_HOMES = /^\/(?:home|root|Users)\//;

/** A sample unit of `deploy` with the paths of this machine. */
function unitText(sample: string, { root, folder, user, node }: Machine): string {
  const home = OWN_HOMES.test(root) || OWN_HOMES.test(folder) || OWN_HOMES.test(node) ? "read-only" : "true";
  return readFileSync(path.join(root, "deploy", sample), "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/^Environment=DATABASE_URL=.*\n/gm, "")
    .replaceAll(/^StateDirectory=.*$/gm, `ReadWritePaths=${folder}`)
    .replaceAll(/^StateDirectoryMode=.*\n/gm, "")
    .replaceAll(/^User=.*$/gm, `User=${user}`)
    .replaceAll(/^ProtectHome=.*$/gm, `ProtectHome=${home}`)
    .replaceAll("/opt/wattle", root)
    .replaceAll("/etc/wattle.env", path.join(folder, "wattle.env"))
    .replaceAll("/usr/bin/node", node)
    .replaceAll("/var/lib/wattle/backups", path.join(folder, "backups"));
}

function caddyText(root: string, host: string, port: string): string {
  return readFileSync(path.join(root, "deploy/Caddyfile"), "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replace("exchange.example", host)
    .replace("127.0.0.1:3000 127.0.0.1:3001", `127.0.0.1:${port}`);
}

const UNITS = ["wattle.service", "wattle-backup.service", "wattle-backup.timer"];

/** The units of systemd and the proxy's file. */
export const machineFiles = (
  machine: Machine,
  address: string,
  port: string,
): readonly InstallationFile[] => [
  ...UNITS.map((name) => ({ name, text: unitText(name, machine) })),
  { name: "Caddyfile", text: caddyText(machine.root, new URL(address).host, port) },
];

interface Asked {
  /** Whether a file that has another content is replaced. */
  readonly replaces: (name: string) => Promise<boolean>;
  readonly line: (text: string) => void;
}

/** Writes a file. One that is there with another content is replaced only if that is wanted. */
export async function writeInstallationFile(
  folder: string,
  { name, text, secret = false }: InstallationFile,
  { replaces, line }: Asked,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  const mode = secret ? 0o600 : 0o644;
  const before = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  if (before === text) return line(`as it was  ${file}`);
  if (before !== undefined && !(await replaces(file))) return line(`kept       ${file}`);
  writeFileSync(file, text, { mode });
  chmodSync(file, mode);
  line(`written    ${file}`);
}
